package import TableModel

/// A column of a database's table that code computes from each row.
package struct ComputedColumn: Sendable {
  typealias Value = @Sendable (Record) -> RecordValue
  /// How it is shown.
  package let column: RecordSchema.Column
  /// What finds its values in rows of a schema.
  private let make: @Sendable (RecordSchema) throws(RecordMismatch) -> Value

  /// A column that is computed from view models; null for rows that none can be made from.
  package init<Model: RecordViewModel, Value: ColumnRepresentable>(
    _ name: String, type: FieldType?, title: String?, unit: String?, value: @escaping @Sendable (Model) -> Value
  ) {
    var column = RecordSchema.Column(name, type ?? Value.columnTraits.fieldType)
    column.isComputed = true
    column.abilities = .none
    column.title = title
    column.unit = unit
    self.column = column
    make = { schema throws(RecordMismatch) in
      let plan = try RecordPlan<Model>(schema)
      return { record in plan.model(of: record).map { value($0).recordValue } ?? .null }
    }
  }

  /// What computes the values in rows of a table.
  /// - Throws: `RecordMismatch` if the table's rows don't make such view models, or it has a column of the name already.
  func values(in schema: RecordSchema) throws(RecordMismatch) -> Value {
    if let other = schema.column(named: column.name) {
      throw RecordMismatch(
        description:
          "“\(column.name)” can't be computed: “\(schema.table)” has the column “\(schema.columns[other].name)”")
    }
    return try make(schema)
  }
}

/// The schema of a table with the columns that code adds to it, and what makes its pages.
final class ComputedSchema: Sendable {
  /// The table's own.
  let source: RecordSchema
  /// The same with the columns behind its own.
  let schema: RecordSchema
  private let values: [ComputedColumn.Value]

  /// Columns that can't be computed from rows of this schema are null: what they are made of has changed since it was checked.
  init(_ source: RecordSchema, _ columns: [ComputedColumn]) {
    self.source = source
    schema = source.adding(columns.map(\.column))
    values = columns.map { column in (try? column.values(in: source)) ?? { _ in .null } }
  }

  /// A page with the values of the columns in each row; texts stay where they are.
  func page(_ page: RecordPage) -> RecordPage { made(of: page, rows: 0..<page.count) }

  /// A row with the values of the columns.
  func record(_ record: Record) -> Record {
    record.schema === source ? made(of: record.page, rows: record.row..<(record.row + 1))[0] : record
  }

  private func made(of page: RecordPage, rows: Range<Int>) -> RecordPage {
    guard page.schema === source else { return page }
    let stored = source.columns.count
    var builder = RecordPageBuilder(
      fieldCount: schema.fieldCount, rows: rows.count, byteCapacity: page.byteCount + 32 * rows.count)
    builder.append(bytesOf: page)
    for row in rows {
      let record = page[row]
      for field in 0..<stored { builder.append(record.field(field)) }
      for value in values { builder.append(value(record), .whole) }
      for field in stored..<source.fieldCount { builder.append(record.field(field)) }
    }
    return builder.finish(schema, levels: page.levels.isEmpty ? [] : rows.map { page.levels[$0] })
  }
}

extension RecordSchema {
  /// The same table with columns behind its own, before what else its records hold.
  fileprivate func adding(_ added: [Column]) -> RecordSchema {
    let count = columns.count
    func moved(_ field: Int) -> Int { field < count ? field : field + added.count }
    let columns = self.columns.map { column in
      var column = column
      let labelField = column.reference?.labelField
      column.reference?.labelField = labelField.map(moved)
      return column
    }
    return RecordSchema(
      table: table, title: title, isView: isView, columns: columns + added, keyFields: keyFields.map(moved),
      keyForms: keyForms, rowIDField: rowIDField.map(moved), rowName: rowName?.moved(moved),
      incomingReferences: incomingReferences, searchIndex: searchIndex, fieldCount: fieldCount + added.count,
      usesOffsetPaging: usesOffsetPaging, abilities: abilities)
  }
}
