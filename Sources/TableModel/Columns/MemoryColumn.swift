/// A column of a table in memory: a name, and where its value is found in a row.
///
/// ```swift
/// MemoryColumn("title", \Task.title)
/// MemoryColumn("due", \Task.due, type: .date)
/// ```
/// Tables whose rows are of several types name a path for each; rows of other types have null there:
/// `MemoryColumn("text", of: \Photo.caption, \Note.text)`.
public struct MemoryColumn: Sendable {
  /// What it is called, how it is shown.
  public var column: RecordSchema.Column
  /// How a text from an address is compared with its values.
  let comparison: ColumnComparison
  /// The value of a row; null for rows of a type that the column isn't about.
  let value: @Sendable (any CellViewModel) -> RecordValue

  /// A column of rows of one type.
  /// - Parameters:
  ///   - name: the name in addresses, JSON and CSV.
  ///   - path: where the value is found.
  ///   - type: how it is shown; `nil` as its Swift type has it.
  ///   - title: what people call it; `nil` for the name.
  ///   - unit: what its numbers are measured in.
  public init<Row: CellViewModel, Value: ColumnRepresentable>(
    _ name: String, _ path: any KeyPath<Row, Value> & Sendable, type: FieldType? = nil, title: String? = nil,
    unit: String? = nil
  ) {
    self.init(name, of: path, type: type, title: title, unit: unit)
    column.isNullable = Value.isNullable
  }

  /// A column that is computed from rows of one type.
  /// - Parameter value: the value of a row; called for every row that is filtered, sorted or shown.
  public init<Row: CellViewModel, Value: ColumnRepresentable>(
    _ name: String, type: FieldType? = nil, title: String? = nil, unit: String? = nil,
    value: @escaping @Sendable (Row) -> Value
  ) {
    column = Self.column(name, type ?? Value.fieldType, title, unit)
    comparison = Value.comparison
    self.value = { ($0 as? Row).map { value($0).recordValue.comparable } ?? .null }
  }

  /// A column of rows of several types: a path for each type that has it.
  public init<Value: ColumnRepresentable, each Row: CellViewModel>(
    _ name: String, of paths: repeat any KeyPath<each Row, Value> & Sendable, type: FieldType? = nil,
    title: String? = nil, unit: String? = nil
  ) {
    column = Self.column(name, type ?? Value.fieldType, title, unit)
    comparison = Value.comparison
    value = { cell in
      for path in repeat each paths {
        if let value = Self.value(cell, path) { return value }
      }
      return .null
    }
  }

  private static func value<Row: CellViewModel>(
    _ cell: any CellViewModel, _ path: KeyPath<Row, some ColumnRepresentable>
  ) -> RecordValue? {
    (cell as? Row).map { $0[keyPath: path].recordValue.comparable }
  }

  private static func column(
    _ name: String, _ type: FieldType, _ title: String?, _ unit: String?
  ) -> RecordSchema.Column {
    var column = RecordSchema.Column(name, type)
    column.title = title
    column.unit = unit
    return column
  }
}

extension MemoryColumn {
  /// Columns with the key of the rows, which is their id.
  static func withID(_ columns: [MemoryColumn]) -> [MemoryColumn] {
    let name = "id"
    guard let place = columns.firstIndex(where: { $0.column.name == name }) else {
      return [MemoryColumn(id: name)] + columns
    }
    var columns = columns
    columns[place] = MemoryColumn(id: name, title: columns[place].column.title)
    return columns
  }

  private init(id name: String, title: String? = nil) {
    column = Self.column(name, .identifier, title, nil)
    column.isPrimaryKey = true
    column.isNullable = false
    comparison = RowKey.comparison
    value = { $0.id.recordValue }
  }
}

extension RecordValue {
  /// The value, where it can be compared: what is no number is null, as in SQLite.
  fileprivate var comparable: RecordValue {
    if case .real(let number) = self, number.isNaN { .null } else { self }
  }
}
