import TableModel

/// Numbers: marks of thousands where they count something, none where they name something.
extension FieldWriter {
  @inline(__always) func write(_ value: Int64, _ plan: FieldPlan, into html: inout ByteSink) {
    switch plan.form {
    case .number:
      // Below 1e12 a real holds the integer exactly, with all its decimals.
      if plan.fractionDigits > 0, value.magnitude < 1_000_000_000_000 {
        html.grouped(Double(value), fractionDigits: Int(plan.fractionDigits))
      } else {
        html.grouped(value)
      }
    case .boolean where value == 0 || value == 1: plans.write(value == 1 ? plans.yes : plans.no, into: &html)
    default: html.number(value)
    }
  }

  @inline(__always) func write(_ value: Double, _ plan: FieldPlan, into html: inout ByteSink) {
    guard value.isFinite else { return value < 0 ? html.markup("-Infinity") : html.markup("Infinity") }
    guard plan.form == .number else { return html.number(value) }
    if plan.fractionDigits == 2, html.groupedAmount(value) { return }
    if plan.fractionDigits > 0, Self.has(value, atMost: Int(plan.fractionDigits)) {
      html.grouped(value, fractionDigits: Int(plan.fractionDigits))
    } else if abs(value) < 1e15, value == Double(Int64(value)) {
      html.grouped(Int64(value))
    } else {
      html.grouped(value)
    }
  }

  /// Whether a number has so many decimals at most. One that has more is shown with all of them: rounding would hide data.
  @inline(__always) private static func has(_ value: Double, atMost digits: Int) -> Bool {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = abs(value) * scale
    guard scaled < 1e15 else { return false }
    return Double(UInt64(scaled + 0.5)) / scale == abs(value)
  }
}
