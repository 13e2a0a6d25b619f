internal import SQLTables
package import TableModel

extension PostgreSQLDatabase {
  /// The server is asked whether any transaction that writes has ended since a page was made.
  package var versionSource: VersionSource { .asked { [versions] in await versions.version() } }

  /// What one page is read by.
  func reading(
    _ ask: @escaping @Sendable ([PostgreSQLRequest]) async throws -> [PostgreSQLRows]
  ) -> VersionedReading {
    VersionedReading(life: versions.book.life, isVersioned: knownSchema?.isVersioned ?? false, ask)
  }

  /// The state of the data that a page of a table was made from; `nil` if the page must not be kept.
  func version(
    of reading: VersionedReading, _ definition: TableDefinition, _ selection: RowSelection = .everything
  ) -> DataVersion? {
    guard !selection.dependsOnTime, let state = reading.state else { return nil }
    let version = versions.book.version(state, since: reading.life)
    return whole.confirms(definition.schemaVersion, at: version, for: definition.schema.table) ? version : nil
  }
}

extension RowSelection {
  /// Words that PostgreSQL takes for times that pass
  /// (https://www.postgresql.org/docs/15/datatype-datetime.html#DATATYPE-DATETIME-SPECIAL-VALUES).
  private static let times = ["now", "today", "tomorrow", "yesterday"]

  /// Whether it means other rows at another time.
  var dependsOnTime: Bool {
    (allFilters.flatMap(\.values) + relations.map(\.value)).contains { value in
      let value = value.lowercased()
      return Self.times.contains(where: value.contains)
    }
  }
}
