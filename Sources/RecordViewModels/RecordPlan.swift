package import TableModel

/// How rows of a table become view models of a type: which column each property shows, found once.
package struct RecordPlan<Model: RecordViewModel>: Sendable {
  /// The schema that the columns were found in.
  let schema: RecordSchema
  /// The columns in the order of the properties.
  private let positions: [Int]
  /// Their names in the table.
  private let names: [String]

  /// - Throws: `RecordMismatch` for a column that isn't there, is of another type, or can be null.
  package init(_ schema: RecordSchema) throws(RecordMismatch) {
    let collector = ColumnCollector()
    let blank = CurrentColumnValues.$current.withValue(collector) { Model() }
    let labels = Self.columns(of: blank).map(\.label)
    guard labels.count == collector.columns.count else {
      throw RecordMismatch(
        description: "\(Model.self) has \(labels.count) columns, but init() makes \(collector.columns.count)")
    }
    var positions: [Int] = []
    for (label, column) in zip(labels, collector.columns) {
      positions.append(try Self.position(of: column.name ?? label, column.type, in: schema))
    }
    self.schema = schema
    self.positions = positions
    names = positions.map { schema.columns.indices.contains($0) ? schema.columns[$0].name : "" }
  }

  /// The view model of a row; `nil` if a value isn't of the type that its property has, as databases allow.
  /// - Parameter blank: columns that have no value yet, so that a null there fits any property.
  package func model(of record: Record, blank: Set<Int> = []) -> Model? {
    let values = RecordColumnValues(record, positions, blank: blank)
    let model = CurrentColumnValues.$current.withValue(values) { Model() }
    return values.fit ? model : nil
  }

  /// What a view model says that its row is to hold, but for the key.
  package func values(of model: Model) -> [ColumnValue] {
    zip(names, Self.columns(of: model)).compactMap { name, column in
      column.value is RowKey ? nil : ColumnValue(name, column.value.recordValue)
    }
  }

  /// The wrapped properties of a view model in their order. By reflection: not for rows that are only shown.
  private static func columns(of model: Model) -> [(label: String, value: any ColumnReadable)] {
    Mirror(reflecting: model).children.compactMap { child in
      // A wrapped property is stored under its name with an underscore in front.
      guard let column = child.value as? any AnyColumn, let label = child.label else { return nil }
      return (String(label.dropFirst()), column.anyValue)
    }
  }

  private static func position(
    of name: String, _ type: any ColumnReadable.Type, in schema: RecordSchema
  ) throws(RecordMismatch) -> Int {
    let place = "\(Model.self) doesn't fit the table “\(schema.table)”: "
    let isKey = type == RowKey.self
    guard let position = schema.column(named: name) else {
      if isKey, name == "id" { return schema.keyFields.first ?? 0 }
      let others = schema.columns.map(\.name).joined(separator: ", ")
      throw RecordMismatch(description: place + "it has no column “\(name)”, but \(others)")
    }
    let column = schema.columns[position]
    if isKey {
      guard schema.keyFields == [position] else {
        throw RecordMismatch(
          description: place + "“\(column.name)” isn't its key; name the property “id” for a key of several columns")
      }
      return position
    }
    guard column.kinds.isEmpty || !column.kinds.isDisjoint(with: type.columnTraits.kinds) else {
      throw RecordMismatch(
        description: place + "the column “\(column.name)” is declared as \(column.declaredType), not as \(type)")
    }
    // What a view selects may be null whatever its columns were.
    guard type.columnTraits.isNullable || !column.isNullable || column.isPrimaryKey || schema.isView else {
      throw RecordMismatch(
        description: place + "the column “\(column.name)” can be null: declare the property as \(type)?")
    }
    return position
  }
}

/// A column whose value's type is forgotten.
private protocol AnyColumn {
  var anyValue: any ColumnReadable { get }
}

extension Column: AnyColumn {
  fileprivate var anyValue: any ColumnReadable { wrappedValue }
}

extension RecordSchema.Column {
  /// The kinds of values that its declared type is for; empty where that says nothing.
  fileprivate var kinds: Set<RecordField.Kind> {
    let type = declaredType.uppercased()
    func says(_ words: String...) -> Bool { words.contains { type.contains($0) } }
    if says("DATE", "TIME") { return [] }
    if says("INT", "SERIAL", "BOOL") { return [.integer] }
    if says("CHAR", "CLOB", "TEXT", "JSON", "UUID") { return [.text] }
    if says("BLOB", "BYTEA") { return [.blob] }
    if says("REAL", "FLOA", "DOUB") { return [.real] }
    if says("NUM", "DEC") { return [.integer, .real] }
    return []
  }
}
