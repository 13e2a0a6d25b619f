import Foundation
import SQLTables
import Testing

@Suite struct DecimalTextTests {
  private static let numbers = [
    "-1e3", "-999.5", "-1.10", "-1.1", "-1", "-.5", "-0.25", "-1e-5", "-0", "0", "0.00", "0e7", "1e-20", "0.00001",
    "1e-05", "0.0001", ".5", "0.5", "0.50", " 0.51", "1", "1.0", "1.00", " 1 ", "1.1", "1.10", "1.100000001", "1.9",
    "1.90", "1.10e1", "2", "007", "+8", "9", "10", "10.0", "1e1", "1.0E+01", "100", "1e2", "99999999999999999",
    "100000000000000000", "100000000000000001", "123456789012345678901234567890", "1e30",
  ]
  private static let texts = ["", " ", "-", ".", "1e", "1.2.3", "1,5", "abc", "n/a", "é"]

  private func compare(_ first: String, _ second: String) -> Int {
    DecimalText.compare(Array(first.utf8).span, Array(second.utf8).span).signum()
  }

  private func compareSpelled(_ first: String, _ second: String) -> Int {
    DecimalText.compareSpelled(Array(first.utf8).span, Array(second.utf8).span).signum()
  }

  private func value(_ text: String) throws -> Decimal {
    let bare = text.trimmingCharacters(in: .whitespaces)
    return try #require(Decimal(string: bare.hasPrefix("+") ? String(bare.dropFirst()) : bare))
  }

  @Test func numbersCompareAsTheDecimalsThatTheyAre() throws {
    for first in Self.numbers {
      for second in Self.numbers {
        let (one, other) = (try value(first), try value(second))
        let expected = one < other ? -1 : one == other ? 0 : 1
        #expect(compare(first, second) == expected, "\(first) \(second)")
      }
    }
  }

  @Test func textsComeBehindNumbersByTheirBytes() {
    for text in Self.texts {
      for number in Self.numbers {
        #expect(compare(number, text) == -1, "\(number) \(text)")
        #expect(compare(text, number) == 1, "\(number) \(text)")
      }
      for other in Self.texts { #expect(compare(text, other) == (text == other ? 0 : text < other ? -1 : 1)) }
    }
  }

  @Test func spellingsAreInATotalOrder() {
    let all = Self.numbers + Self.texts
    let sorted = all.sorted { compareSpelled($0, $1) < 0 }
    for (place, first) in sorted.enumerated() {
      for (other, second) in sorted.enumerated() {
        #expect(compareSpelled(first, second) == (place - other).signum(), "\(first) \(second)")
        #expect(compare(first, second) * (place - other).signum() >= 0, "\(first) \(second)")
      }
    }
  }

  @Test func exponentsOfAnySizeAreCompared() {
    #expect(compare("1e400", "9e399") == 1)
    #expect(compare("1e-400", "0") == 1)
    #expect(compare("-1e99999999999999999999", "1") == -1)
    #expect(compare("1e99999999999999999999", "1e400") == 1)
  }
}
