package import TableModel
import TextCoding

/// One column of a row in a form: how it is asked for, what stands in it, and what is wrong with that.
package struct RowField: Sendable {
  /// How a value is asked for.
  package enum Control: Sendable, Equatable {
    /// As a text that says a value of a kind.
    case value(EditField.Kind)
    /// One of these rows, or, if there are more than a list can show, any whose key or name is written.
    case reference([FormField.Option], isComplete: Bool)
    /// A file, whose bytes are stored; without one what is there stays.
    case file
    /// Not at all.
    case fixed
  }

  package let position: Int
  package let column: RecordSchema.Column
  package let writable: WritableColumn
  package var control: Control
  /// What stands in the field.
  package var text: String
  /// Whether null is stored if the field is empty; fields without text of their own are null when empty in any case.
  package var isNull: Bool
  /// The bytes of the file that was chosen.
  package var bytes: [UInt8]?
  /// What stood in the field when the form was made.
  package var was: Original?
  package var error: String?
  /// Where rows that it can refer to are looked for by their names.
  var choices: String?
  /// A line below it.
  package var hint: String?

  /// What a form shows of a stored value.
  package struct Original: Sendable, Equatable {
    package var text: String
    var isNull: Bool
    /// What a long text is told by, so that a form need not carry it twice.
    var digest: RowVersion?

    /// Bytes of a text that a form carries along.
    static let limit = 2_000

    /// Of bytes it is only told whether there are any.
    init(_ value: RecordValue) {
      if case .blob = value {
        self.init(text: "", isNull: false)
      } else {
        self.init(text: value.description, isNull: value == .null)
      }
    }

    package init(text: String, isNull: Bool) {
      self.text = text
      self.isNull = isNull
      if text.utf8.count > Self.limit { digest = RowVersion([.text(text.replacing("\r\n", with: "\n"))]) }
    }

    /// A long text that only its digest is known of.
    init(digest: RowVersion) {
      text = ""
      isNull = false
      self.digest = digest
    }

    package static func == (one: Original, other: Original) -> Bool {
      one.isNull == other.isNull && one.digest == other.digest && (one.digest != nil || one.text == other.text)
    }
  }

  /// A field for a value: that of a row that is there, or `nil` for a new row.
  init(
    _ position: Int, _ column: RecordSchema.Column, _ writable: WritableColumn, value: RecordValue?, isEditable: Bool
  ) {
    self.position = position
    self.column = column
    self.writable = writable
    let original = Original(value ?? .null)
    text = original.text
    isNull = original.isNull
    was = value == nil ? nil : original
    control = isEditable && !writable.isComputed ? Self.control(column, writable, value ?? .null) : .fixed
  }

  /// The fields of all columns: for the values of a row that is there, or for a new row.
  package static func all(
    _ schema: RecordSchema, _ columns: [WritableColumn], of record: Record? = nil,
    isEditable: (RecordSchema.Column) -> Bool = { _ in true }
  ) -> [RowField] {
    zip(schema.columns, columns).enumerated().map { position, column in
      RowField(
        position, column.0, column.1, value: record?[position], isEditable: isEditable(column.0))
    }
  }

  /// Bytes of a text that can be edited in a form: what a body takes, with room for other fields.
  private static let textLimit = 900_000

  private static func control(
    _ column: RecordSchema.Column, _ writable: WritableColumn, _ value: RecordValue
  ) -> Control {
    if case .blob = value { return .file }
    if case .text(let text) = value, text.utf8.count > textLimit { return .fixed }
    if column.reference?.isOfOneValue == true { return .reference([], isComplete: false) }
    let isText = if case .text = value { true } else { false }
    let number: EditField.Kind = writable.storage == .integer ? .integer : .number
    switch column.type {
    case .blob where value == .null: return .file
    case .blob: return .fixed
    case .boolean where [.null, .integer(0), .integer(1)].contains(value): return .value(.boolean)
    case .number, .identifier: return .value(isText ? .text : number)
    case .date where value == .null || CalendarDay.number(value.description) != nil: return .value(.date)
    case .timestamp where value == .null || MomentText(value.description) != nil: return .value(.timestamp)
    case .json: return .value(.json)
    default:
      if !isText, value != .null || writable.storage == .integer || writable.storage == .number {
        return .value(number)
      }
      let text = value.description
      let isLong = text.utf8.count > 60 || text.utf8.contains { $0 == 0x0A || $0 == 0x0D }
      return .value(isLong ? .longText : .text)
    }
  }

  /// Whether an empty field can stand for a text, so that null has to be asked for by itself.
  package var takesEmptyText: Bool { kind == .text || kind == .longText }

  /// What a value entered as text has to be; `nil` where the field is no text, or names a row.
  package var kind: EditField.Kind? { if case .value(let kind) = control { kind } else { nil } }

  /// Whether a value may be left out.
  var isOptional: Bool { was == nil ? !writable.isRequired : column.isNullable && !column.isPrimaryKey }

  /// Whether it says something else than when the form was made.
  var isChanged: Bool {
    guard let was else { return control != .file || bytes != nil }
    if control == .file { return bytes != nil || isNull != was.isNull }
    if isNull || was.isNull { return isNull != was.isNull }
    return Original(text: text, isNull: false) != was
  }

  /// What kind of value is asked for, and whether there has to be one.
  package var remark: String {
    let kind: String =
      switch control {
      // How much text stands there says nothing about the column.
      case .value(.longText): EditField.Kind.text.name
      case .value(let kind): kind.name
      case .file: "file"
      case .reference: column.reference?.table ?? "row"
      case .fixed: writable.isComputed ? "computed" : column.isPrimaryKey ? "primary key" : ""
      }
    return isOptional || control == .fixed ? kind : kind + ", required"
  }
}
