import TableModel
import Testing

@testable import PostgreSQLTables

@Suite struct VersionBookTests {
  @Test func equalTextsAreOneStateAndOthersAreOthers() throws {
    let book = VersionBook()
    let first = try #require(book.version("1:1:", in: "life", since: book.mark))
    #expect(book.version("1:1:", in: "life", since: book.mark) == first)
    #expect(book.version("1:1:", since: book.mark) == first)
    #expect(book.version("1:2:", since: book.mark) != first)
    #expect(book.count == 2)
  }

  @Test func whatWasReadInAnotherLifeHasNoNumber() throws {
    let book = VersionBook()
    #expect(book.version("1:1:", since: book.mark) == nil)
    let first = try #require(book.version("1:1:", in: "one", since: book.mark))
    let before = book.mark
    // The same text, after a crash that has lost a commit.
    let second = try #require(book.version("1:1:", in: "two", since: book.mark))
    #expect(second != first)
    #expect(book.version("1:1:", since: before) == nil)
    #expect(book.version(nil, in: "two", since: book.mark) == nil)
    // Whatever it is, it may be newer than what others have seen.
    let count = book.count
    #expect(book.version("1:2:", since: before) == nil && book.count > count)
  }

  @Test func statesThatAreForgottenAreNeverTakenForOthers() throws {
    let book = VersionBook()
    var seen: Set<DataVersion> = []
    for number in 0..<5_000 { seen.insert(try #require(book.version("\(number)", in: "life", since: book.mark))) }
    #expect(seen.count == 5_000)
    #expect(!seen.contains(try #require(book.version("0", in: "life", since: book.mark))))
  }
}
