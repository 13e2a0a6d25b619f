package import TableModel

/// Numbers added up: whole ones exactly, the others with what each addition loses kept beside them (Neumaier 1974).
struct NumberSum: Sendable {
  private(set) var count = 0
  private var whole: Int64? = 0
  private var real = 0.0
  private var rest = 0.0
  private var isReal = false

  mutating func add(_ value: RecordValue) {
    switch value {
    case .integer(let number): add(number)
    case .real(let number):
      isReal = true
      count += 1
      add(real: number)
    case .text(let text): if let number = RecordValue(numberIn: text) { add(number) }
    case .null, .blob: break
    }
  }

  private mutating func add(_ number: Int64) {
    count += 1
    if let known = whole {
      let (sum, overflow) = known.addingReportingOverflow(number)
      if !overflow {
        whole = sum
        return
      }
      add(real: Double(known))
      whole = nil
      isReal = true
    }
    add(real: Double(number))
  }

  private mutating func add(real number: Double) {
    let sum = real + number
    rest += real.magnitude >= number.magnitude ? (real - sum) + number : (number - sum) + real
    real = sum
  }

  /// Null where there was no number.
  var sum: RecordValue {
    guard count > 0 else { return .null }
    guard isReal else { return .integer(whole ?? 0) }
    return RecordValue.real(real + rest + Double(whole ?? 0)).roundedAsSum
  }

  var average: RecordValue { sum.divided(by: count) }
}

extension RecordValue {
  /// A sum without the digits that adding up binary fractions leaves; what is no real as it is.
  package var roundedAsSum: RecordValue {
    if case .real(let number) = self { .real(number.roundedAsSum) } else { self }
  }

  /// The number divided by how many were added up; null for what is no number.
  package func divided(by count: Int) -> RecordValue {
    switch self {
    case .integer(let number) where count > 0: .real((Double(number) / Double(count)).roundedToFifteenDigits)
    case .real(let number) where count > 0: .real((number / Double(count)).roundedToFifteenDigits)
    default: .null
    }
  }
}
