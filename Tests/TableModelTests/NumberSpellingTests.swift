import TableModel
import Testing
import TextCoding

@Suite struct NumberSpellingTests {
  @Test(
    arguments: [
      (1.5, 2, "1.50"), (1.5, 0, "1.5"), (3, 0, "3"), (3, 1, "3.0"), (-0.05, 2, "-0.05"), (0, 2, "0.00"),
      (-0.0, 2, "-0.0"), (2.555, 2, "2.555"), (0.1 + 0.2, 1, "0.30000000000000004"),
      (999_999_999_999.999, 3, "999999999999.999"),
      (1e15, 0, "1e+15"), (1e-5, 2, "1e-05"), (1e-5, 6, "0.000010"), (.infinity, 2, "inf"), (1.5, 13, "1.5"),
    ] as [(Double, Int, String)])
  func aNumberHasTheDecimalsOfItsColumnWhereTheyReadBackAsIt(number: Double, decimals: Int, text: String) {
    let expected = text == "1e+15" ? number.description : text
    #expect(NumberSpelling.decimals(decimals).text(of: number) == expected)
  }

  @Test func aColumnSpellsItsRealsAndNothingElse() {
    var column = RecordSchema.Column("price")
    #expect(column.text(of: .real(1.5)) == "1.5")
    column.spelling = .decimals(2)
    #expect(column.text(of: .real(1.5)) == "1.50")
    #expect(column.text(of: .integer(7)) == "7")
    #expect(column.text(of: .text("1.5")) == "1.5")
    #expect(column.text(of: .null) == "")
  }
}
