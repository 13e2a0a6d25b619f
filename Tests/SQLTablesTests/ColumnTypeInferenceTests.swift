import TableModel
import Testing
import TextCoding

@testable import SQLTables

struct ColumnTypeInferenceTests {
  private func meaning(_ name: String, declared: String = "", _ values: [RecordValue], isIdentifier: Bool = false)
    -> ColumnMeaning
  {
    var inference = ColumnTypeInference(name: name, declaredType: declared)
    for value in values { inference.sample(SQLValue(value)) }
    return inference.meaning(isIdentifier: isIdentifier)
  }

  @Test func namesDoNotOutweighValues() {
    #expect(meaning("birth_year", [.integer(3), .integer(12)]) == ColumnMeaning(.number(fractionDigits: nil)))
    #expect(meaning("created", [.integer(1), .integer(0)]) == ColumnMeaning(.number(fractionDigits: nil)))
    #expect(meaning("album_id", [.real(1.5)]) == ColumnMeaning(.number(fractionDigits: 1)))
    #expect(meaning("tourney_date", [.integer(20_251_399)]) == ColumnMeaning(.number(fractionDigits: nil)))
    #expect(meaning("bytes", [.integer(-4_000)]) == ColumnMeaning(.number(fractionDigits: nil)))
    #expect(meaning("price", [.real(1.125)]) == ColumnMeaning(.number(fractionDigits: nil)))
    #expect(meaning("zip", [.text("N1"), .integer(5)]) == ColumnMeaning(.text))
  }

  @Test func valuesThatNothingNamesNeedToBeMany() {
    let days: [RecordValue] = [20_250_101, 20_250_102, 20_250_103, 20_250_104, 20_250_105].map { .integer($0) }
    #expect(meaning("x", days) == ColumnMeaning(.identifier, .time(.compactDay)))
    #expect(meaning("x", Array(days.prefix(4))) == ColumnMeaning(.number(fractionDigits: nil)))
    #expect(meaning("total", days) == ColumnMeaning(.number(fractionDigits: nil)))
    #expect(meaning("x", [.integer(1_760_423_400)]) == ColumnMeaning(.number(fractionDigits: nil)))
    #expect(meaning("x", [.text("20250101")]) == ColumnMeaning(.text))
  }

  @Test func zeroStandsForNoMoment() {
    #expect(
      meaning("deleted_at", [.integer(0), .integer(1_760_423_400)]) == ColumnMeaning(.identifier, .time(.seconds)))
    #expect(meaning("day_ts", [.integer(86_400 * 20_000)]) == ColumnMeaning(.identifier, .time(.secondsOfDays)))
  }

  @Test func theDeclaredScaleIsHeld() {
    #expect(meaning("weight", declared: "DECIMAL(8, 3)", [.real(1.5)]) == ColumnMeaning(.number(fractionDigits: 3)))
    #expect(meaning("weight", declared: "DECIMAL(8,2)", [.real(1.125)]) == ColumnMeaning(.number(fractionDigits: nil)))
    #expect(meaning("album_id", declared: "INTEGER", []) == ColumnMeaning(.identifier))
    #expect(
      meaning("id", declared: "INTEGER", [.integer(20_250_101)], isIdentifier: true) == ColumnMeaning(.identifier))
  }
}
