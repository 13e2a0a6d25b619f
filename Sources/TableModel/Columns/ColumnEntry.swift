/// How what a visitor enters for a column becomes its value in a row.
struct ColumnEntry<Row: CellViewModel>: Sendable {
  /// The field that it is entered in.
  let field: EditField
  private let write: @Sendable (inout Row, String) -> Bool

  init<Value: ColumnReadable>(
    _ column: RecordSchema.Column, _: Value.Type, write: @escaping @Sendable (inout Row, Value) -> Void
  ) {
    let kind = Self.kind(column.type, Value.self), traits = Value.columnTraits
    // An empty text is a text, and no tick is a no.
    let isRequired = !traits.isNullable && kind != .text && kind != .longText && kind != .boolean
    field = EditField(column.name, title: column.title, kind, isRequired: isRequired)
    self.write = { row, text in
      guard let value = Value(recordValue: Self.value(text, kind, traits)) else { return false }
      write(&row, value)
      return true
    }
  }

  /// Enters a text that suits the field.
  /// - Throws: `FieldErrors` for a value that the column can't hold, such as a fraction where whole numbers are.
  func enter(_ text: String, into row: inout Row) throws(FieldErrors) {
    guard !write(&row, text) else { return }
    throw FieldErrors([field.name: "“\(text)” can't be stored in \(field.title)"])
  }

  private static func kind<Value: ColumnReadable>(_ type: FieldType, _: Value.Type) -> EditField.Kind {
    if let cases = Value.self as? any CaseIterable.Type { return .choice(choices(of: cases)) }
    return switch type {
    case .number: Value.columnTraits.kinds == [.integer] ? .integer : .number
    case .boolean: .boolean
    case .date: .date
    default: .text
    }
  }

  private static func choices<Cases: CaseIterable>(of cases: Cases.Type) -> [String] {
    cases.allCases.compactMap { ($0 as? any ColumnRepresentable)?.recordValue.description }
  }

  private static func value(_ text: String, _ kind: EditField.Kind, _ traits: ColumnTraits) -> RecordValue {
    if text.isEmpty, traits.isNullable { return .null }
    if kind == .boolean { return .integer(EditField.boolean(text) == true ? 1 : 0) }
    // Types that numbers alone stand for read them from texts themselves.
    return traits.comparison == .asEither ? RecordValue(numberIn: text) ?? .text(text) : .text(text)
  }
}
