import SitePages
import TableModel

/// Pasted rows as new records, each value read as the form of a row reads it.
struct RowPaste {
  let table: ClipboardTable
  private(set) var rows: [[ColumnValue]] = []
  /// What is wrong, by the places of rows.
  private(set) var errors: [Int: FieldErrors] = [:]
  private let fields: [String: RowField]

  /// - Throws: `HTTPProblem` 400 for what is no table.
  init(
    _ text: String, _ columns: [WritableColumn], _ schema: RecordSchema, _ references: ReferenceFields
  ) async throws {
    let fields = RowField.all(schema, columns).filter {
      ![.fixed, .file].contains($0.control) && !$0.column.isRowID
    }
    table = try ClipboardTable(
      text, fields: fields.map { EditField($0.column.name, title: $0.column.title ?? $0.column.name) })
    self.fields = Dictionary(fields.map { ($0.column.name, $0) }) { first, _ in first }
    var meant: [RowField] = []
    for position in table.surplus { errors[position] = ClipboardTable.tooManyValues }
    for (position, row) in table.values.enumerated() {
      var values: [ColumnValue] = []
      for field in fields {
        do throws(FieldProblem) {
          guard let value = try await Self.value(row[field.column.name], field, references, &meant) else { continue }
          values.append(ColumnValue(field.column.name, value))
        } catch {
          errors[position, default: FieldErrors([:])].messages[field.column.name] =
            table.columns.contains { $0?.name == field.column.name }
            ? error.text : "\(field.column.title ?? field.column.name): \(error.text)"
        }
      }
      rows.append(values)
    }
  }

  /// What each pasted column holds.
  var kinds: [String?] {
    table.columns.map { column in
      guard let field = column.flatMap({ fields[$0.name] }) else { return nil }
      return if case .reference = field.control { "row of " + field.remark } else { field.remark }
    }
  }

  /// Notes what the database does not take.
  mutating func note(_ problems: [RecordProblem]) {
    for problem in problems {
      var errors = errors[problem.change] ?? FieldErrors([:])
      if let column = problem.column { errors.messages[column] = problem.text } else { errors.message = problem.text }
      self.errors[problem.change] = errors
    }
  }

  /// The value to be stored; `nil` for whatever the database puts there by itself.
  private static func value(
    _ text: String?, _ field: RowField, _ references: ReferenceFields, _ meant: inout [RowField]
  ) async throws(FieldProblem) -> RecordValue? {
    guard let text, !text.isEmpty else {
      if !field.writable.isRequired { return nil }
      // Nothing is a text too, where it stands in a column that was pasted.
      guard text != nil, field.takesEmptyText else { throw FieldProblem("A value is required.") }
      return .text("")
    }
    var field = field
    field.text = text
    field.isNull = false
    switch field.control {
    case .reference:
      let key = (field.position, text)
      if let known = meant.first(where: { ($0.position, $0.was?.text ?? "") == key }) {
        field = known
      } else {
        await references.resolve(&field)
        field.was = RowField.Original(text: text, isNull: false)
        meant.append(field)
      }
    default: break
    }
    if let error = field.error { throw FieldProblem(error) }
    switch field.value() {
    case .success(let value): return value
    case .failure(let problem): throw problem
    }
  }
}
