import TableModel
internal import TextCoding

/// Days and times that are stored in other forms than ISO 8601: shown as it has them, with what is stored in the title.
extension FieldWriter {
  /// A number that stands for a day or a moment, else the number itself.
  @inline(never) func writeStoredTime(_ value: Int64, _ form: StoredTime, into html: inout ByteSink) {
    guard let moment = form.moment(value) else { return html.number(value) }
    Self.write(moment, into: &html) { $0.number(value) }
  }

  /// A text that stands for a day or a moment, else the text itself.
  @inline(never) func writeStoredTime(
    _ field: RecordField, _ form: StoredTime, _ row: RecordRow, _ style: Style, into html: inout ByteSink
  ) {
    let text = row.stored(field)
    guard form != .midnight else { return writeDay(field, row, style, into: &html) }
    guard let moment = form.moment(text.span) else { return writeText(field, row, style, into: &html) }
    Self.write(moment, into: &html) { $0.text(text) }
  }

  /// The day of a moment in ISO 8601, if the moment is its midnight.
  private func writeDay(_ field: RecordField, _ row: RecordRow, _ style: Style, into html: inout ByteSink) {
    let text = row.stored(field)
    guard let shape = TimeShape(text), shape.isMidnight(text) else { return writeTime(field, row, style, into: &html) }
    html.markup("<time datetime=\"")
    html.append(text.part(0..<10))
    html.markup("\" title=\"")
    html.append(text)
    html.markup("\">")
    html.append(text.part(0..<10))
    html.markup("</time>")
  }

  /// The form of a number in a column that its owner calls one of days or times.
  static func likelyForm(of value: Int64) -> StoredTime? {
    if StoredTime.compactDay.moment(value) != nil { return .compactDay }
    switch value.magnitude {
    case 100_000_000..<100_000_000_000: return .seconds
    case 100_000_000_000..<100_000_000_000_000: return .milliseconds
    default: return nil
    }
  }

  private static func write(
    _ moment: CivilMoment, into html: inout ByteSink, _ stored: (inout ByteSink) -> Void
  ) {
    html.markup("<time datetime=\"")
    html.day(moment)
    if let second = moment.second {
      html.markup("T")
      html.clock(second)
    }
    html.markup("\" title=\"")
    stored(&html)
    html.markup("\">")
    html.day(moment)
    if let second = moment.second {
      html.markup(" <span>")
      html.clock(second)
      html.markup("</span>")
    }
    html.markup("</time>")
  }
}

extension ByteSink {
  /// `2025-10-14`
  fileprivate mutating func day(_ moment: CivilMoment) {
    reserve(10)
    let at = base + count
    Digits.store(pair: moment.year / 100, at: at)
    Digits.store(pair: moment.year % 100, at: at + 2)
    at[4] = 0x2D
    Digits.store(pair: moment.month, at: at + 5)
    at[7] = 0x2D
    Digits.store(pair: moment.day, at: at + 8)
    count += 10
  }

  /// `06:30:00`
  fileprivate mutating func clock(_ second: Int) {
    reserve(8)
    let at = base + count
    Digits.store(pair: second / 3_600, at: at)
    at[2] = 0x3A
    Digits.store(pair: second / 60 % 60, at: at + 3)
    at[5] = 0x3A
    Digits.store(pair: second % 60, at: at + 6)
    count += 8
  }
}
