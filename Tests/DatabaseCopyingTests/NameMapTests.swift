import Testing

@testable import DatabaseCopying

@Suite struct NameMapTests {
  @Test func namesStayWhereTheyCan() {
    var names = NameMap(.postgreSQL)
    #expect(names.take("Order details") == "Order details")
    #expect(names.take("order details") == "order details")
    #expect(names.take("Order details") == "Order details_2")
    #expect(names.take("") == "_")
  }

  @Test func longNamesAreCutBetweenCharactersAndToldApart() {
    var names = NameMap(.postgreSQL)
    let name = String(repeating: "ü", count: 40)
    #expect(names.take(name) == String(repeating: "ü", count: 31))
    #expect(names.take(name) == String(repeating: "ü", count: 30) + "_2")
  }

  @Test func sqliteKnowsNoCaseOfASCIILetters() {
    var names = NameMap(.sqlite, taken: ["things"])
    #expect(names.take("THINGS") == "THINGS_2")
    #expect(names.take("Ä") == "Ä")
    #expect(names.take("ä") == "ä")
    #expect(names.take("sqlite_master") == "_sqlite_master")
  }

  @Test func columnsOfTheServersOwnAreLeftToIt() {
    var names = NameMap(.postgreSQLColumns)
    #expect(names.take("xmin") == "_xmin")
    #expect(names.take("_xmin") == "_xmin_2")
  }
}
