/// A named collection of tables: a database file, a server's database, a folder of files.
package protocol TableDatabase: Sendable {
  /// What it is called in paths.
  var name: String { get }
  /// What it is, in a few words for people: "SQLite, 984 kB, read-only".
  func kind() async throws -> String
  /// Its tables and views, in the order in which people should see them, with what is known of them quickly.
  func tables() async throws -> [TableSummary]
  /// What `tables()` and `kind()` answer where both are known at once; `nil` where they take a wait.
  func knownTables() throws -> (tables: [TableSummary], kind: String)?
  /// The table or view with this name, compared as the database compares names; `nil` if there is none.
  func table(named name: String) async throws -> (any RecordTable)?
  /// The state of the data as it is now; see `TableViewModelProvider.currentVersion`.
  var currentVersion: DataVersion? { get }
  /// Tells the state of the data as it is now, also where that takes a question to a server.
  var versionSource: VersionSource { get }
  /// The same for what `tables()` answers; untold where that may be of an older schema.
  var listVersionSource: VersionSource { get }
  /// What people should know of a table at this moment, such as that it is still being loaded; of the whole database if `nil`.
  func notices(about table: String?) -> [TableNotice]
  /// Whether all rows of a table are there at this moment; of all tables if `nil`. Data that is asked for then says so, or is refused.
  func completeness(of table: String?) -> TableCompleteness
  /// Whether tables of one shape can be seen as one, under a name with `*` in it.
  var hasUnions: Bool { get }
  /// The name of the table in which changes of rows are written down, as far as is known without looking; `nil` where there is none.
  var auditTable: String? { get }
  /// What it is run by; `nil` if that has no name of its own.
  var engine: DatabaseEngine? { get }
  /// The file that it is in; `nil` for what is in none, or in one of the server's own.
  var storage: DatabaseStorage? { get }
  /// Brings to an end what was written, when the server stops.
  /// - Returns: what people should know of it; `nil` if there is nothing.
  func finish() async -> String?
}

extension TableDatabase {
  /// What can be told at once.
  package var versionSource: VersionSource { .immediate { currentVersion } }
  /// Not known at once.
  package func knownTables() throws -> (tables: [TableSummary], kind: String)? { nil }
  /// That of the data: the tables are listed as they are then.
  package var listVersionSource: VersionSource { versionSource }
  /// None.
  package func notices(about table: String?) -> [TableNotice] { [] }
  /// All rows are there.
  package func completeness(of table: String?) -> TableCompleteness { .complete }
  /// In no file that visitors may know of.
  package var storage: DatabaseStorage? { nil }
  /// Nothing is left to be done.
  package func finish() async -> String? { nil }
  /// No.
  package var hasUnions: Bool { false }
  /// There is none.
  package var auditTable: String? { nil }
  /// Not told.
  package var engine: DatabaseEngine? { nil }
}

/// What a list of tables says of one.
package struct TableSummary: Sendable, Hashable {
  /// The name as the database spells it.
  package var name: String
  /// Whether it is a view.
  package var isView: Bool
  /// Whether it is the database's own affair, such as the shadow tables of a search index.
  package var isHidden: Bool
  /// What is known of the number of rows.
  package var count: TableCount
  /// Names of the columns, in order.
  package var columns: [String]
  /// Those among them that code of the server computes.
  package var computedColumns: [String] = []
  /// Names of the columns that make the primary key.
  package var primaryKeys: [String]
  /// What it takes on disk; `nil` if that is not known.
  package var byteCount: Int?
  /// What its columns refer to.
  package var foreignKeys: [ForeignKey]
  /// The full-text index that it is searched by; `nil` for none.
  package var searchIndex: String?
  /// What the database itself says of it, in Markdown; `nil` for nothing.
  package var comment: String?

  /// One or more columns that together refer to a row of another table.
  package struct ForeignKey: Sendable, Hashable {
    /// The columns that refer.
    package var columns: [String]
    /// The table that they refer to.
    package var referencedTable: String
    /// The columns there, one for each; empty for the primary key.
    package var referencedColumns: [String]

    /// `columns` refer to those of `referencedTable`.
    package init(columns: [String], referencedTable: String, referencedColumns: [String]) {
      self.columns = columns
      self.referencedTable = referencedTable
      self.referencedColumns = referencedColumns
    }
  }

  /// What is known of one table.
  package init(
    name: String, isView: Bool = false, isHidden: Bool = false, count: TableCount = .unknown, columns: [String] = [],
    primaryKeys: [String] = [], byteCount: Int? = nil, foreignKeys: [ForeignKey] = [], searchIndex: String? = nil
  ) {
    self.name = name
    self.isView = isView
    self.isHidden = isHidden
    self.count = count
    self.columns = columns
    self.primaryKeys = primaryKeys
    self.byteCount = byteCount
    self.foreignKeys = foreignKeys
    self.searchIndex = searchIndex
  }
}
