import SeededNumbers
import TableModel
import Testing
import TextCoding

@testable import TableRendering

@Test func integersAreWrittenAsSwiftDescribesThem() {
  var generator = SeededGenerator(seed: 3)
  var numbers: [Int64] = [0, 1, -1, 9, 10, 99, 100, 101, -100, .max, .min]
  for bits in 0..<64 {
    for _ in 0..<40 { numbers.append(Int64(bitPattern: generator.next() >> UInt64(bits))) }
  }
  for number in numbers {
    #expect(written { $0.number(number) } == String(number))
    #expect(written { $0.number(magnitude: number.magnitude) } == String(number.magnitude))
  }
}

@Test func realsAreWrittenAsSwiftDescribesThem() {
  var generator = SeededGenerator(seed: 4)
  var numbers: [Double] = [
    0, -0.0, 1, -1, 0.1, 0.05, 1.005, 123456.78, 1e15, 1e16, 9.99e14, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    .pi,
  ]
  for _ in 0..<4000 {
    numbers.append(Double(Int.random(in: -100_000_000...100_000_000, using: &generator)) / 100)
    let any = Double(bitPattern: generator.next())
    if any.isFinite { numbers.append(any) }
  }
  for number in numbers { #expect(written { $0.number(number) } == number.description) }
}

@Test func realsOfAColumnAreWrittenAsItsSpellingHasThem() {
  var generator = SeededGenerator(seed: 5)
  var numbers: [Double] = [0, -0.0, 1, -1, 0.1, 1.005, 1e-5, 1e15, 999_999_999_999_999, 0.1 + 0.2, -2.5, 1e300]
  for _ in 0..<2000 {
    let scale: Double = [1, 10, 1000, 1e6].randomElement(using: &generator) ?? 1
    numbers.append(Double(Int.random(in: -100_000_000...100_000_000, using: &generator)) / scale)
    let any = Double(bitPattern: generator.next())
    if any.isFinite { numbers.append(any) }
  }
  for number in numbers {
    #expect(written { $0.number(number, decimals: -1) } == number.description)
    for decimals in 0...NumberSpelling.maximumDecimals {
      let text = NumberSpelling.decimals(decimals).text(of: number)
      #expect(written { $0.number(number, decimals: Int8(decimals)) } == text)
      #expect(Double(text) == number)
    }
  }
}

/// Marks of thousands, the slow way.
private func marked(_ digits: String) -> String {
  var text = ""
  for (position, digit) in digits.reversed().enumerated() {
    if position > 0, position % 3 == 0 { text = "," + text }
    text = String(digit) + text
  }
  return text
}

@Test func groupedIntegersHaveMarksOfThousands() {
  var generator = SeededGenerator(seed: 5)
  for bits in 0..<64 {
    for _ in 0..<20 {
      let number = Int64(bitPattern: generator.next() >> UInt64(bits))
      let expected = (number < 0 ? "-" : "") + marked(String(number.magnitude))
      #expect(written { $0.grouped(number) } == expected)
    }
  }
  #expect(written { $0.grouped(1_234_567) } == "1,234,567")
}

@Test(
  arguments: [
    (1234.5, nil, "1,234.5"), (1234.5, 2, "1,234.50"), (-1234567.891, nil, "-1,234,567.891"), (0.0, 2, "0.00"),
    (-0.001, 2, "0.00"),
    (999.999, 2, "1,000.00"), (12.0, 0, "12"), (1e16, nil, "1e+16"), (1e16, 2, "1e+16"), (0.05, 2, "0.05"),
    (100.0, nil, "100.0"),
    (1e14, nil, "100,000,000,000,000.0"), (1000.0, nil, "1,000.0"), (-12.345, 1, "-12.3"), (7.0, 3, "7.000"),
  ] as [(Double, Int?, String)])
func groupedRealsAreWrittenForPeople(_ number: Double, _ digits: Int?, _ expected: String) {
  #expect(written { $0.grouped(number, fractionDigits: digits) } == expected)
}

@Test func groupedRealsReadBackWithoutTheirMarks() {
  var generator = SeededGenerator(seed: 6)
  for _ in 0..<2000 {
    let number = Double(Int.random(in: -1_000_000_000...1_000_000_000, using: &generator)) / 1000
    #expect(Double(written { $0.grouped(number) }.filter { $0 != "," }) == number)
    let fixed = written { $0.grouped(number, fractionDigits: 3) }
    #expect(Double(fixed.filter { $0 != "," }) == number)
    #expect(fixed.split(separator: ".").last?.count == 3)
  }
}

@Test func whatIsNoNumberIsWrittenAsItsName() {
  #expect(written { $0.number(Double.nan) } == "nan")
  #expect(written { $0.grouped(Double.infinity) } == "inf")
  #expect(written { $0.grouped(-Double.infinity, fractionDigits: 2) } == "-inf")
}
