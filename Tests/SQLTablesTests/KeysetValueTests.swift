import SQLTables
import Testing

@Test func shortValuesAreWholeAndLongOnesTheirBeginnings() {
  for value in [SQLValue.null, .integer(7), .real(0.5), SQLValue("short"), .blob([UInt8](repeating: 1, count: 64))] {
    #expect(KeysetValue(value).wholeValue == value)
  }
  let long = KeysetValue(SQLValue(String(repeating: "é", count: 100_000)))
  #expect(long.wholeValue == nil)
  #expect(long.bounds.least == SQLValue(String(repeating: "é", count: 20)))
}

@Test func valuesThatBeginAlikeAreToldApart() {
  let beginning = String(repeating: "x", count: 1_000)
  #expect(KeysetValue(SQLValue(beginning + "1")) != KeysetValue(SQLValue(beginning + "2")))
  #expect(KeysetValue(SQLValue(beginning)) == KeysetValue(SQLValue(beginning)))
  #expect(KeysetValue(SQLValue(beginning)) != KeysetValue(.blob(Array(beginning.utf8))))
}
