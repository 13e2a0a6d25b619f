import TableModel
import Testing

@testable import PostgreSQLTables

@Suite struct ChangeLedgerTests {
  /// A book that is told of commits, with a state that is known.
  private func book() -> VersionBook {
    let book = VersionBook()
    book.begin(isListening: true)
    _ = book.version("0", in: "life", since: book.mark)
    return book
  }

  private func state(_ text: String, _ book: VersionBook) throws -> DataVersion {
    try #require(book.version(text, in: "life", since: book.mark))
  }

  @Test func statesAreTheSameToTablesThatNothingWasToldOf() throws {
    let book = book()
    let page = book.lastChange(of: [1, 2], in: try state("1", book))
    book.note(["3", "4"])
    #expect(book.lastChange(of: [1, 2], in: try state("2", book)) == page)
    book.note(["2"])
    #expect(book.lastChange(of: [1, 2], in: try state("3", book)) != page)
    #expect(book.lastChange(of: [1], in: try state("3", book)) == book.lastChange(of: [1], in: try state("4", book)))
  }

  @Test func aDefinitionIsEverybodys() throws {
    let book = book()
    let mark = book.mark
    let page = book.lastChange(of: [1], in: try state("1", book))
    #expect(book.isDefinitionKnown(since: mark))
    book.note([""])
    #expect(book.lastChange(of: [1], in: try state("2", book)) != page)
    #expect(!book.isDefinitionKnown(since: mark) && book.isDefinitionKnown(since: book.mark))
  }

  /// The commit may have been made behind the state, and been told before anybody asked what is the same to it.
  @Test func aStateFromBeforeWhatWasToldIsOnlyTheSameAsItself() throws {
    let book = book()
    let mark = book.mark
    book.note(["1"])
    let version = try #require(book.version("1", in: "life", since: mark))
    #expect(book.lastChange(of: [1], in: version) == version)
    #expect(book.lastChange(of: [2], in: version) != version)
    // Asked for again, it is known that the state has it.
    #expect(book.lastChange(of: [1], in: try state("1", book)) != version)
  }

  @Test func anotherConnectionOrLifeKnowsNothingOfBefore() throws {
    let book = book()
    let mark = book.mark
    let page = book.lastChange(of: [1], in: try state("1", book))
    book.begin(isListening: true)
    #expect(book.lastChange(of: [1], in: try state("1", book)) != page)
    #expect(!book.isDefinitionKnown(since: mark))
    let next = try state("2", book)
    #expect(book.lastChange(of: [1], in: next) != next)
    book.begin(isListening: false)
    #expect(book.lastChange(of: [1], in: next) == next)
    let last = try #require(book.version("2", in: "another", since: book.mark))
    #expect(book.lastChange(of: [1], in: last) == last && last != next)
  }
}
