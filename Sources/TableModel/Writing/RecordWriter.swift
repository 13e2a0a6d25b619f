/// Changes the rows of a table.
package protocol RecordWriter: Sendable {
  /// What can be written into each column of the schema, in its order.
  func writableColumns() async throws -> [WritableColumn]
  /// Applies all changes or none. When this returns, they have been stored for good; the next page shows them.
  /// - Parameter author: who wants them, for whoever keeps a record of that.
  /// - Throws: `RecordChangeError` for what the asker can mend, else `TableError`.
  func apply(_ changes: [RecordChange], by author: ChangeAuthor) async throws -> RecordChangeResult
  /// Takes changes back, all of them or none; nothing that was changed since is overwritten.
  /// - Parameter inverse: what a writer of the same table answered to those changes.
  /// - Throws: `RecordChangeError`, among others `conflict` where rows are not any more what the changes left; else `TableError`.
  func revert(_ inverse: RecordInverse, by author: ChangeAuthor) async throws -> RecordChangeResult
  /// What would become of changes that are applied together; nothing is stored.
  /// - Throws: what `apply` throws for everything else than values.
  func attempt(_ changes: [RecordChange], by author: ChangeAuthor) async throws -> RecordDryRun
}

/// What can be written into a column.
package struct WritableColumn: Sendable, Hashable {
  /// The name as the database spells it.
  package var name: String
  /// Whether the database makes the values itself, so that none can be written.
  package var isComputed: Bool
  /// Whether a new row has to bring a value: nulls are not allowed, and there is no default.
  package var isRequired: Bool
  /// What a new row without a value gets, as the schema writes it: `0`, `'new'`, `CURRENT_TIMESTAMP`; `nil` for null, or for a key that the
  /// database numbers itself.
  package var defaultText: String?
  /// Whether the database gives a new row a number here.
  package var isNumbered: Bool
  /// What kind of value the column makes of a text that looks like a number.
  package var storage: Storage

  /// What a column prefers to store.
  package enum Storage: Sendable, Hashable {
    case integer, number, text
    /// Whatever it is given.
    case any
  }

  /// A column.
  package init(
    _ name: String, isComputed: Bool = false, isRequired: Bool = false, defaultText: String? = nil,
    isNumbered: Bool = false, storage: Storage = .any
  ) {
    self.name = name
    self.isComputed = isComputed
    self.isRequired = isRequired
    self.defaultText = defaultText
    self.isNumbered = isNumbered
    self.storage = storage
  }
}
