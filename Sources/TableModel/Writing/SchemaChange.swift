/// A change of a database's tables themselves, for those who administer it.
package enum SchemaChange: Sendable {
  /// Makes a table.
  case createTable(NewTable)
  /// Adds columns to a table, behind the others.
  case addColumns([NewColumn], table: String)
  /// Takes columns away from a table, with their values.
  case dropColumns([String], table: String)
  /// Takes a table away, with its rows.
  case dropTable(String)

  /// The table that it is about.
  package var table: String {
    switch self {
    case .createTable(let table): table.name
    case .addColumns(_, let table), .dropColumns(_, let table), .dropTable(let table): table
    }
  }
}

/// A table that is to be made.
package struct NewTable: Sendable, Hashable {
  /// What it is called.
  package var name: String
  /// Its columns, in order.
  package var columns: [NewColumn]
  /// The names of the columns of its primary key, in order; empty for none.
  package var key: [String]

  /// A table.
  package init(_ name: String, columns: [NewColumn], key: [String] = []) {
    (self.name, self.columns, self.key) = (name, columns, key)
  }
}

/// A column that is to be made.
package struct NewColumn: Sendable, Hashable {
  /// What a column stores.
  package enum Kind: String, Sendable, CaseIterable {
    case text, integer, float, blob
  }

  /// What it is called.
  package var name: String
  /// What it stores.
  package var kind: Kind
  /// Whether it takes no null.
  package var isRequired = false
  /// What a row without a value gets; `nil` for null.
  package var defaultValue: RecordValue?
  /// The table that its values refer to.
  package var referencedTable: String?
  /// The column there; `nil` for its primary key.
  package var referencedColumn: String?

  /// A column.
  package init(_ name: String, _ kind: Kind = .text) { (self.name, self.kind) = (name, kind) }
}

/// A database whose tables can be made, changed and taken away.
package protocol SchemaEditableDatabase: TableDatabase {
  /// Whether it can be written to at all.
  var allowsSchemaChanges: Bool { get }
  /// Makes a change, as a whole or not at all.
  /// - Throws: `RecordChangeError.refused` with the database's own words for what it doesn't take; `TableError` where nothing can be written.
  func apply(_ change: SchemaChange, by author: ChangeAuthor) async throws
}
