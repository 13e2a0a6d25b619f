import SiteTables
package import TableModel

/// The form of a row: its fields, and what stands around them.
package struct RowForm {
  /// What it is for.
  package enum Purpose: Sendable, Equatable {
    case insert
    /// - Parameter version: what the row was when the form was made.
    case update(key: RowKey, version: RowVersion)
  }

  let mounted: MountedTable
  package let presentation: TablePresentation
  package var purpose: Purpose
  package var fields: [RowField]
  /// What the row is called; `nil` for a new one.
  package var label: String?
  /// Where to go when it is done; the row's own page if `nil`.
  package var returnTo: String?
  /// What is wrong with the whole.
  package var problem: String?
  /// What another form of a new row begins with again, as a query.
  package var again = ""

  package var schema: RecordSchema { presentation.schema }

  /// A form for a row that is there.
  /// - Parameter only: the column that it is about; all if `nil`.
  package init(
    _ record: Record, _ columns: [WritableColumn], _ mounted: MountedTable, _ presentation: TablePresentation,
    only: Int? = nil
  ) {
    self.mounted = mounted
    self.presentation = presentation
    purpose = .update(key: record.fullKey, version: RowVersion(record))
    label = presentation.label(of: record)
    let rule = EditingRule(presentation.schema.table, in: mounted.entry)
    fields = RowField.all(
      presentation.schema, columns, of: record, isEditable: { rule.allows($0.name) && !$0.isPrimaryKey }
    ).filter { only == nil || $0.position == only }.map { field in
      var field = field
      if field.control == .file, case .blob(let bytes) = record[field.position] {
        field.hint = "\(ByteCountText.words(bytes.count)) are there, and stay unless another file is chosen."
      }
      if let label = field.column.reference?.labelField.map({ record[$0].description }), !label.isEmpty {
        field.hint = label
      }
      return field
    }
  }

  /// A form for a new row, with the values of another in it if there is one.
  package init(
    new columns: [WritableColumn], like record: Record?, _ mounted: MountedTable, _ presentation: TablePresentation
  ) {
    self.mounted = mounted
    self.presentation = presentation
    purpose = .insert
    let copied = record.map { RowField.all(presentation.schema, columns, of: $0) }
    fields = RowField.all(presentation.schema, columns).compactMap { field in
      var field = field
      if field.writable.isComputed || field.column.isRowID { return nil }
      if let like = copied?[field.position], !field.column.isPrimaryKey {
        (field.text, field.isNull, field.control) = (like.text, like.isNull, like.control)
      }
      if field.control == .fixed { return nil }
      if field.writable.isNumbered { field.hint = "Left empty, it gets the next number." }
      if let text = field.writable.defaultText { field.hint = "Left empty, it gets \(text)." }
      return field
    }
  }

  // MARK: Reading what was sent

  /// - Throws: `HTTPProblem` 400 for a value that none of the fields takes: it would be left out unseen.
  package func check(_ form: FormBody) throws(HTTPProblem) {
    for column in schema.columns {
      let name = "value." + column.name
      let isText = form[name] != nil, isFile = form.files[name] != nil
      guard isText || isFile else { continue }
      let problem: String? =
        switch fields.first(where: { $0.column.name == column.name })?.control {
        case nil, .fixed: "“\(column.name)” can't be written here"
        case .file: isText ? "“\(column.name)” takes a file" : nil
        default: isFile ? "“\(column.name)” takes no file" : nil
        }
      guard let problem else { continue }
      throw HTTPProblem(status: 400, messages: [problem], heading: "This form can't be used")
    }
  }

  /// Takes over what a form sent.
  package mutating func read(_ form: FormBody) {
    for index in fields.indices { fields[index].read(form) }
    returnTo = form["_return"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The values that are to be written, once each field has been understood; what is wrong is noted beside its field.
  package mutating func values(_ references: ReferenceFields) async -> [ColumnValue] {
    var values: [ColumnValue] = []
    for index in fields.indices where fields[index].control != .fixed && fields[index].isChanged {
      // Of a new row what is left empty gets what the table has for it.
      if purpose == .insert, fields[index].text.isEmpty, fields[index].bytes == nil,
        fields[index].isNull || fields[index].writable.defaultText != nil
      {
        if fields[index].writable.isRequired { fields[index].error = "A value is required." }
        continue
      }
      if let value = await references.value(of: &fields[index]) { values.append(value) }
    }
    return values
  }

  /// Notes what the database did not take beside the fields.
  package mutating func note(_ problems: [RecordProblem]) {
    for problem in problems {
      if let index = fields.firstIndex(where: { $0.column.name == problem.column && $0.control != .fixed }) {
        fields[index].error = problem.text
      } else {
        self.problem = [problem.column.map { "\($0): " } ?? "", problem.text].joined()
      }
    }
  }

  /// Puts what was written together with the row as it is by now: each field holds what its writer changed, and else what is there.
  package mutating func merge(with current: Record) {
    guard case .update(let key, _) = purpose else { return }
    purpose = .update(key: key, version: RowVersion(current))
    for index in fields.indices {
      let position = fields[index].position
      let there = RowField.Original(current[position])
      let isTheirs = fields[index].was != there
      if fields[index].control == .fixed || !fields[index].isChanged {
        (fields[index].text, fields[index].isNull) = (there.text, there.isNull)
        if isTheirs, fields[index].control != .file {
          fields[index].hint = "It has changed; it was \(Self.quoted(fields[index].was))."
        }
      } else if isTheirs {
        fields[index].hint = "It is \(Self.quoted(there)) now."
      }
      fields[index].was = there
    }
  }

  private static func quoted(_ value: RowField.Original?) -> String {
    guard let value, !value.isNull else { return "null" }
    if value.text.isEmpty, value.digest != nil { return "another text" }
    return value.text.count > 200 ? "“\(value.text.prefix(200))…”" : "“\(value.text)”"
  }
}
