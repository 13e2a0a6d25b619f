import TableModel

/// Numbers: marks of thousands where they count something, none where they name something.
extension FieldWriter {
  /// Below it a real holds the integer exactly, with all its decimals.
  private static let exactLimit: UInt64 = 1_000_000_000_000

  @inline(__always) func write(_ value: Int64, _ plan: FieldPlan, into html: inout ByteSink) {
    switch plan.form {
    case .number:
      if plan.fractionDigits > 0, value.magnitude < Self.exactLimit {
        html.grouped(Double(value), fractionDigits: Int(plan.fractionDigits))
      } else {
        html.grouped(value)
      }
    case .formatted: writeFormatted(Double(value), exact: value, plan, into: &html)
    case .boolean where value == 0 || value == 1: plans.write(value == 1 ? plans.yes : plans.no, into: &html)
    case .time: writeStoredTime(value, plan.storedTime, into: &html)
    case .temporal:
      if let time = Self.likelyForm(of: value) { writeStoredTime(value, time, into: &html) } else { html.number(value) }
    default: html.number(value)
    }
  }

  @inline(__always) func write(_ value: Double, _ plan: FieldPlan, into html: inout ByteSink) {
    guard value.isFinite else { return value < 0 ? html.markup("-Infinity") : html.markup("Infinity") }
    guard plan.form == .number else {
      if plan.form == .formatted { return writeFormatted(value, exact: nil, plan, into: &html) }
      if plan.form == .time, let whole = Int64(exactly: value) { return write(whole, plan, into: &html) }
      return plan.decimals < 0
        ? html.rounded(value, isGrouped: false) : html.number(value, decimals: plan.decimals)
    }
    writeGrouped(value, plan, into: &html)
  }

  @inline(__always) private func writeGrouped(_ value: Double, _ plan: FieldPlan, into html: inout ByteSink) {
    if plan.fractionDigits == 2, html.groupedAmount(value) { return }
    if plan.fractionDigits > 0, Self.has(value, atMost: Int(plan.fractionDigits)) {
      html.grouped(value, fractionDigits: Int(plan.fractionDigits))
    } else if abs(value) < 1e15, value == Double(Int64(value)) {
      html.grouped(Int64(value))
    } else {
      html.rounded(value, isGrouped: true)
    }
  }

  /// Begins what is shown otherwise than it is stored.
  @inline(__always) static func openTitle(into html: inout ByteSink, _ write: (inout ByteSink) -> Void) {
    html.markup("<span title=\"")
    write(&html)
    html.markup("\">")
  }

  /// A number with a format or a unit of its own.
  /// - Parameter exact: the number where it is an integer, of which a real may hold less.
  @inline(never) private func writeFormatted(
    _ value: Double, exact: Int64?, _ plan: FieldPlan, into html: inout ByteSink
  ) {
    let isRounded =
      plan.format.rounds(value)
      || plan.format == .fixed && exact == nil && !Self.has(value, atMost: Int(max(plan.fractionDigits, 0)))
    if isRounded {
      Self.openTitle(into: &html) { html in
        if let exact { html.number(exact) } else { html.number(value, decimals: plan.decimals) }
      }
    }
    switch plan.format {
    case .grouped:
      if let exact, plan.fractionDigits <= 0 || exact.magnitude >= Self.exactLimit {
        html.grouped(exact)
      } else {
        writeGrouped(value, plan, into: &html)
      }
    case .plain: if let exact { html.number(exact) } else { html.number(value, decimals: plan.decimals) }
    case .fixed:
      if let exact, plan.fractionDigits <= 0 || exact.magnitude >= Self.exactLimit {
        html.grouped(exact)
      } else {
        html.grouped(value, fractionDigits: Int(plan.fractionDigits))
      }
    case .percent:
      html.grouped(value * 100, fractionDigits: (value * 100).rounded() == value * 100 ? 0 : 1)
      html.markup("\u{A0}%")
    case .bytes:
      if value >= 0, value < 9e18 {
        html.byteSize(exact.map { Int($0) } ?? Int(value))
      } else if let exact {
        html.number(exact)
      } else {
        html.number(value)
      }
    case .duration: html.duration(seconds: value)
    case .milliseconds: html.duration(seconds: value / 1_000)
    }
    if isRounded { html.markup("</span>") }
    plans.write(plan.unit, into: &html)
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

extension ByteSink {
  /// Seconds as people read a clock: `0:07`, `3:25`, `1:02:05`. Parts of a second are rounded.
  mutating func duration(seconds: Double) {
    guard abs(seconds) < 1e15 else { return number(seconds) }
    if seconds < 0 { markup("-") }
    let whole = Int64(abs(seconds).rounded())
    func twoDigits(_ value: Int64, into html: inout ByteSink) {
      if value < 10 { html.markup("0") }
      html.number(value)
    }
    if whole >= 3_600 {
      grouped(whole / 3_600)
      markup(":")
      twoDigits(whole / 60 % 60, into: &self)
    } else {
      number(whole / 60)
    }
    markup(":")
    twoDigits(whole % 60, into: &self)
  }
}
