/// A column of a table built in code: a name, and where its value is found in a row.
///
/// ```swift
/// .init("title", \.title)
/// .init("due", \.due, type: .date)
/// ```
/// Tables whose rows are of several types name a path for each; rows of other types have null there:
/// `.init("text", of: \Photo.caption, \Note.text)`.
public struct TableColumn<Row: CellViewModel>: Sendable {
  /// What it is called, how it is shown.
  package var column: RecordSchema.Column
  /// What rows can be asked for by it; `nil` for what the source can do with all of its columns.
  package var abilities: ColumnAbilities?
  /// How a text from an address is compared with its values.
  let comparison: ColumnComparison
  /// Where its values are found.
  let reading: ColumnReading<Row>
  /// How what visitors enter becomes the value of a row; `nil` for a column that they only read.
  var entry: ColumnEntry<Row>?

  /// A column of rows of one type.
  /// - Parameters:
  ///   - name: the name in addresses, JSON and CSV.
  ///   - path: where the value is found.
  ///   - type: how it is shown; `nil` as its Swift type has it.
  ///   - title: what people call it; `nil` for the name.
  ///   - unit: what its numbers are measured in.
  ///   - abilities: what rows can be asked for by it; `nil` for what the source can do with all of its columns: everything in memory.
  public init<Value: ColumnRepresentable>(
    _ name: String, _ path: any KeyPath<Row, Value> & Sendable, type: FieldType? = nil, title: String? = nil,
    unit: String? = nil, abilities: ColumnAbilities? = nil
  ) {
    self.init(name, type, title, unit, abilities, Value.columnTraits, .path(path))
  }

  /// A column of rows of one type whose value visitors can change, in a table that lets them make rows (`new:`).
  /// - Parameters:
  ///   - name: the name in addresses, JSON, CSV and forms.
  ///   - path: where the value is found.
  ///   - type: how it is shown; `nil` as its Swift type has it.
  ///   - title: what people call it; `nil` for the name.
  ///   - unit: what its numbers are measured in.
  ///   - abilities: what rows can be asked for by it; `nil` for what the source can do with all of its columns: everything in memory.
  public init<Value: ColumnReadable>(
    _ name: String, _ path: any WritableKeyPath<Row, Value> & Sendable, type: FieldType? = nil, title: String? = nil,
    unit: String? = nil, abilities: ColumnAbilities? = nil
  ) {
    self.init(name, type, title, unit, abilities, Value.columnTraits, .path(path))
    entry = ColumnEntry(column, Value.self) { $0[keyPath: path] = $1 }
  }

  /// A column that is computed from rows of one type.
  /// - Parameter value: the value of a row; called for every row that is filtered, sorted or shown.
  public init<Value: ColumnRepresentable>(
    _ name: String, type: FieldType? = nil, title: String? = nil, unit: String? = nil,
    abilities: ColumnAbilities? = nil, value: @escaping @Sendable (Row) -> Value
  ) {
    self.init(name, type, title, unit, abilities, Value.columnTraits, .computed(value))
    column.isNullable = true
  }

  private init(
    _ name: String, _ type: FieldType?, _ title: String?, _ unit: String?, _ abilities: ColumnAbilities?,
    _ traits: ColumnTraits, _ reading: ColumnReading<Row>
  ) {
    column = RecordSchema.Column(name, type ?? traits.fieldType)
    (column.title, column.unit, column.isNullable) = (title, unit, traits.isNullable)
    self.abilities = abilities
    comparison = traits.comparison
    self.reading = reading
  }
}

extension TableColumn where Row == AnyRow {
  /// A column of rows of several types: a path for each type that has it.
  public init<Value: ColumnRepresentable, each Kind: CellViewModel>(
    _ name: String, of paths: repeat any KeyPath<each Kind, Value> & Sendable, type: FieldType? = nil,
    title: String? = nil, unit: String? = nil, abilities: ColumnAbilities? = nil
  ) {
    self.init(name, type: type ?? Value.columnTraits.fieldType, title: title, unit: unit, abilities: abilities) {
      row -> Value? in
      for path in repeat each paths {
        if let value = Self.value(row.base, path) { return value }
      }
      return nil
    }
  }

  private static func value<Kind: CellViewModel, Value>(
    _ row: any CellViewModel, _ path: KeyPath<Kind, Value>
  ) -> Value? {
    (row as? Kind).map { $0[keyPath: path] }
  }
}

extension TableColumn {
  /// Columns with the key of the rows, which is their id.
  static func withID(_ columns: [TableColumn]) -> [TableColumn] {
    guard !columns.isEmpty else { return [] }
    let name = "id"
    guard let place = columns.firstIndex(where: { $0.column.name == name }) else {
      return [TableColumn(id: name)] + columns
    }
    var columns = columns
    let column = columns[place]
    columns[place] = TableColumn(id: name, title: column.column.title, abilities: column.abilities)
    return columns
  }

  private init(id name: String, title: String? = nil, abilities: ColumnAbilities? = nil) {
    self.init(name, nil, title, nil, abilities, RowKey.columnTraits, .id)
    column.isPrimaryKey = true
  }
}

extension RecordValue {
  /// The value, where it can be compared: what is no number is null, as in SQLite.
  var comparable: RecordValue {
    if case .real(let number) = self, number.isNaN { .null } else { self }
  }
}
