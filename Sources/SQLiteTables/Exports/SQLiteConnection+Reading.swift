extension SQLiteConnection {
  /// Begins a transaction that stands until the connection is closed: for one who reads in steps.
  /// - Throws: `SchemaChanged`, with no transaction begun, if the schema has another version.
  func beginReading(schemaVersion: Int) throws {
    try begin()
    do {
      guard try self.schemaVersion() == schemaVersion else { throw SchemaChanged() }
    } catch {
      rollBack()
      throw error
    }
  }
}
