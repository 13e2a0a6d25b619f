import SeededNumbers
import Testing

@testable import SavedQueries

@Suite struct SavedQueryCodingTests {
  @Test func anyTextComesBackAsItWas() throws {
    var numbers = SeededGenerator(seed: 17)
    let pieces = [
      "a", "\"", "\\", "\n", "\r\n", "\u{0}", "\u{1F}", "é", "😀", "\u{202E}", "{", "]", ",", "select", "\u{2028}",
    ]
    func text() -> String {
      (0..<Int(numbers.next() % 12)).map { _ in pieces[Int(numbers.next() % UInt64(pieces.count))] }.joined()
    }
    for _ in 0..<500 {
      var list = SavedQueryList()
      for _ in 0..<Int(numbers.next() % 5) {
        list.last += 1
        list.queries.append(
          SavedQuery(
            number: list.last, database: text(), owner: text(),
            content: .init(name: text(), description: text(), statement: text(), isShared: numbers.next() % 2 == 0),
            version: Int(numbers.next() % 9) + 1, changedAt: Int64(numbers.next() % 2_000_000_000),
            deletedAt: numbers.next() % 3 == 0 ? 5 : nil))
      }
      #expect(try SavedQueryList(list.bytes) == list)
    }
  }

  @Test func noSpoiltFileIsTakenForAnother() throws {
    var list = SavedQueryList()
    list.last = 2
    list.queries = [1, 2].map {
      SavedQuery(
        number: $0, database: "shop", owner: "ada", content: .init(name: "n", statement: "select 1"), changedAt: 7)
    }
    let whole = list.bytes
    for length in 0..<(whole.count - 1) {
      #expect(throws: SavedQueryError.self) { try SavedQueryList(Array(whole[..<length])) }
    }
    var numbers = SeededGenerator(seed: 18)
    for _ in 0..<2_000 {
      var bytes = whole
      bytes[Int(numbers.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: numbers.next())
      // Either it is refused, or what is read can be written and read again.
      if let read = try? SavedQueryList(bytes) { #expect(try SavedQueryList(read.bytes) == read) }
    }
  }

  @Test func numbersOutsideOfThoseThatWereGivenAreRefused() throws {
    let query = SavedQuery(
      number: 3, database: "shop", owner: "ada", content: .init(name: "n", statement: "select 1"), changedAt: 7)
    var list = SavedQueryList()
    list.last = 2
    list.queries = [query]
    #expect(throws: SavedQueryError.self) { try SavedQueryList(list.bytes) }
    list.last = 3
    list.queries = [query, query]
    #expect(throws: SavedQueryError.self) { try SavedQueryList(list.bytes) }
  }

  /// None may be so large that counting on from it, or telling the time, would end the server.
  @Test(arguments: [
    ("\"last\": 1", "\"last\": 0"), ("\"last\": 1", "\"last\": -1"), ("\"last\": 1", "\"last\": 9223372036854775807"),
    ("\"number\":1", "\"number\":0"), ("\"number\":1", "\"number\":-5"),
    ("\"version\":1,\"changed\"", "\"version\":9223372036854775807,\"changed\""),
    ("\"changed\":7", "\"changed\":-9223372036854775808"), ("\"changed\":7", "\"changed\":9223372036854775807"),
  ])
  func numbersThatCannotBeCountedOnFromAreRefused(part: String, other: String) throws {
    var list = SavedQueryList()
    list.last = 1
    list.queries = [
      SavedQuery(
        number: 1, database: "shop", owner: "ada", content: .init(name: "n", statement: "select 1"), changedAt: 7)
    ]
    let text = String(decoding: list.bytes, as: UTF8.self)
    try #require(text.contains(part))
    #expect(throws: SavedQueryError.self) { try SavedQueryList(Array(text.replacing(part, with: other).utf8)) }
  }
}
