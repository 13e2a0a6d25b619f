import Testing

@testable import SQLTables

struct NumberEvidenceTests {
  /// What Swift's own shortest form of a number says, up to what columns are shown with.
  private func digits(of number: Double) -> Int {
    let text = number.description
    if text.hasSuffix(".0") || number.rounded() == number { return 0 }
    guard !text.contains("e") else { return 5 }
    return min(text.split(separator: ".")[1].count, 5)
  }

  @Test func digitsBehindThePointAreThoseOfTheShortestForm() {
    var numbers: [Double] = [0, -0.0, 0.1, 0.2 + 0.1, 1 / 3, 1e-5, 12.5e-4, 1e14 + 0.5, 1e300, .leastNonzeroMagnitude]
    for _ in 0..<20_000 {
      let places = Int.random(in: 0...6), whole = Int64.random(in: -1_000_000_000...1_000_000_000)
      numbers.append((0..<places).reduce(Double(whole)) { number, _ in number / 10 })
      numbers.append(Double("\(Int.random(in: -99_999...99_999)).\(Int.random(in: 0...9_999))") ?? 0)
      numbers.append(Double.random(in: -1...1))
    }
    for number in numbers {
      var evidence = NumberEvidence()
      evidence.add(number)
      #expect(evidence.mostFractionDigits == digits(of: number), "\(number)")
    }
  }

  @Test func whatIsNoNumberHasNone() {
    var evidence = NumberEvidence()
    for number in [Double.infinity, -.infinity, .nan] { evidence.add(number) }
    #expect(evidence.mostFractionDigits == 0)
  }
}
