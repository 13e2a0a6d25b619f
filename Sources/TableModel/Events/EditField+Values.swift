import TextCoding

extension EditField.Kind {
  /// What people call it.
  package var name: String {
    switch self {
    case .text: "text"
    case .longText: "long text"
    case .json: "JSON"
    case .number: "number"
    case .integer: "integer"
    case .date: "date"
    case .timestamp: "date and time"
    case .boolean: "yes or no"
    case .choice: "choice"
    }
  }

  /// What a form sent, as it is meant.
  /// - Parameter old: what stood there. A control of a browser writes a time in one way, whatever stood in it.
  package func value(_ sent: String, replacing old: String?) -> String {
    switch self {
    case .text, .longText: sent
    case .timestamp: MomentText(sent.trimmed)?.written(like: old.flatMap { MomentText($0) }) ?? sent.trimmed
    default: sent.trimmed
    }
  }

  /// Why a text is no value of this kind; `nil` if it is one.
  package func problem(with text: String) -> String? {
    func unless(_ isFine: Bool, _ problem: String) -> String? {
      isFine ? nil : "“\(text.prefix(100))” isn't \(problem)"
    }
    switch self {
    case .text, .longText: return nil
    case .json:
      do { _ = try JSONValue(json: text) } catch {
        return "Line \(error.line), column \(error.column) isn't JSON: \(error.message)"
      }
      return nil
    case .number: return unless(Self.number(text) != nil, "a number; write 0.99")
    case .integer: return unless(Int64(text) != nil, "a whole number; write 42")
    case .boolean: return unless(EditField.boolean(text) != nil, "yes or no")
    case .date: return unless(CalendarDay.number(text) != nil, "a date; write 2026-01-31")
    case .timestamp: return unless(MomentText(text) != nil, "a date and time; write 2026-01-31 06:30:00")
    case .choice(let choices): return unless(choices.contains(text), "one of \(choices.joined(separator: ", "))")
    }
  }

  /// A text that is a value of this kind, as databases store it.
  package func recordValue(_ text: String) -> RecordValue {
    switch self {
    case .number, .integer: Self.number(text) ?? .text(text)
    case .boolean: .integer(EditField.boolean(text) == true ? 1 : 0)
    default: .text(text)
    }
  }

  /// A finite number in decimal digits.
  private static func number(_ text: String) -> RecordValue? {
    if let number = Int64(text) { return .integer(number) }
    guard let number = Double(text), number.isFinite, !text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "x") })
    else { return nil }
    return .real(number)
  }
}

extension String {
  /// Without spaces at its ends.
  fileprivate var trimmed: String {
    var rest = self[...]
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return String(rest.drop { $0.isWhitespace })
  }
}
