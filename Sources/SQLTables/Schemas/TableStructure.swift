package import TableModel

/// What the schema says of a table, before anybody has looked at its rows.
package struct TableStructure: Sendable {
  /// A column as it is declared.
  package struct Column: Sendable {
    package var name: String
    package var declaredType: String
    package var isNullable: Bool
    /// The position in the primary key, from 1; 0 for none.
    package var keyPosition: Int
    /// Whether the table stores the value: computed ones can't be read in pieces.
    package var isStored: Bool
    /// What a new row gets without a value, as the schema writes it.
    package var defaultText: String?
    /// What it makes of a text that it is compared with.
    package var affinity: ComparedColumn.Affinity
    /// What it can hold.
    package var storage: WritableColumn.Storage
    /// Whether it makes of a value what it would store before it compares.
    package var convertsValues: Bool
    /// Whether it is the row ID of a table that has no key of its own, which every row has though no schema names it.
    package var isRowID = false
    /// Whether the engine gives a new row a number here.
    package var isNumbered = false

    package init(
      name: String, declaredType: String, isNullable: Bool, keyPosition: Int, isStored: Bool, defaultText: String?,
      affinity: ComparedColumn.Affinity, storage: WritableColumn.Storage, convertsValues: Bool
    ) {
      (self.name, self.declaredType, self.isNullable, self.keyPosition) = (name, declaredType, isNullable, keyPosition)
      (self.isStored, self.defaultText, self.affinity) = (isStored, defaultText, affinity)
      (self.storage, self.convertsValues) = (storage, convertsValues)
    }
  }

  package let entry: SchemaCatalog.Entry
  package let columns: [Column]
  /// Whether rows can be changed, as far as the engine says so beforehand.
  package var isWritable = true
  /// Columns that an index without conditions begins with, under the column's own collation.
  package var indexedColumns: Set<Int> = []
  /// The names of such indexes; the row id has none.
  package var indexNames: [Int: String] = [:]
  /// Columns of the primary key, in its order.
  package let keyColumns: [Int]
  /// The collations of the key's index, where they are others than the columns' own.
  package var keyCollations: [Int: String] = [:]
  /// The column that is another name of the row id.
  package var rowIDColumn: Int?
  /// A name by which the row id can be asked for; `nil` if there is none, or columns have taken all of its names.
  package var rowIDName: String?
  /// What its rows are read from, where that isn't the table of its name.
  package var source: String?
  private let dialect: any SQLDialect

  /// A table with these columns.
  package init(_ entry: SchemaCatalog.Entry, _ columns: [Column], in dialect: any SQLDialect) {
    self.entry = entry
    self.columns = columns
    self.dialect = dialect
    keyColumns = columns.indices.filter { columns[$0].keyPosition > 0 }.sorted {
      columns[$0].keyPosition < columns[$1].keyPosition
    }
  }

  /// The position of a column, as the engine compares names.
  package func position(of name: String) -> Int? {
    let folded = dialect.folded(name)
    return columns.firstIndex { dialect.folded($0.name) == folded }
  }

  /// The columns of the primary key that the schema itself names.
  package var declaredKeyColumns: [Int] { keyColumns.filter { !columns[$0].isRowID } }

  /// The only column of the primary key.
  package var soleKeyColumn: Int? { keyColumns.count == 1 ? keyColumns.first : nil }

  /// How the values of a column are written in keys. A column of texts stores nothing else, but for blobs.
  package func keyForm(of column: Int) -> RowKey.Form {
    columns.indices.contains(column) && entry.kind == .table && columns[column].affinity == .text ? .text : .any
  }
}
