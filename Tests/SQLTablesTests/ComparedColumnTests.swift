import SQLTables
import Testing

@Test func aWholeNumberIsBoundAsOneWhereTheColumnComparesNumbers() {
  let number = ComparedColumn("n", affinity: .number), text = ComparedColumn("t", affinity: .text)
  #expect(number.forms(of: "12") == [.integer(12)])
  #expect(number.forms(of: "-007") == [.integer(-7)])
  #expect(text.forms(of: "12") == [SQLValue("12")])
}

@Test(arguments: ["1.5", "1e3", "9223372036854775808", " 12", "", "x"])
func whatTheEngineMayReadOtherwiseIsLeftToIt(text: String) {
  #expect(ComparedColumn("n", affinity: .number).forms(of: text) == [SQLValue(text)])
}

@Test func aColumnThatConvertsNothingIsComparedWithTheTextAndItsNumber() {
  let column = ComparedColumn("v", affinity: .none)
  #expect(column.forms(of: "12") == [SQLValue("12"), .integer(12)])
  #expect(column.forms(of: "1.5") == [SQLValue("1.5"), .real(1.5)])
  #expect(column.forms(of: "x") == [SQLValue("x"), SQLValue("x")])
}
