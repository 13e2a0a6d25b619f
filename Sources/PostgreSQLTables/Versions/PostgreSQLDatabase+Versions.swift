internal import SQLTables
package import TableModel

extension PostgreSQLDatabase {
  /// The server is asked whether any transaction that writes has ended since a page was made.
  package var versionSource: VersionSource { .asked { [self] in await currentState() } }

  /// Tables are listed by a schema that may be seconds old: it is known to be that of a state once it was read in it.
  package var listVersionSource: VersionSource {
    .asked { [self] in
      let state = await currentState()
      guard let state, whole.confirmation?.version != state else { return state }
      whole.lookAgain()
      return nil
    }
  }

  /// What one page is read by.
  func reading(
    _ ask: @escaping @Sendable ([PostgreSQLRequest]) async throws -> [PostgreSQLRows]
  ) -> VersionedReading {
    VersionedReading(since: versions.book.mark, isVersioned: knownSchema?.isVersioned ?? false, ask)
  }

  /// The state of the data that something of a table was made from; `nil` if it must not be kept.
  func version(
    of reading: VersionedReading, _ definition: TableDefinition, _ selection: RowSelection = .everything
  ) -> DataVersion? {
    guard !selection.dependsOnTime, let state = reading.state else { return nil }
    guard let version = versions.book.version(state, since: reading.mark),
      let confirmation = whole.confirmation(of: definition.schemaVersion), confirmation.version == version
    else {
      whole.lookAgain()
      return nil
    }
    return confirmation.isUnsteady(definition) ? nil : version
  }

  /// The same for a page of rows, which is kept by what `lastChange(ofPages:)` makes of it: then the definitions are known where nothing was
  /// told of another one.
  func version(ofPage reading: VersionedReading, _ definition: TableDefinition, _ selection: RowSelection)
    -> DataVersion?
  {
    guard let confirmation = whole.confirmation(of: definition.schemaVersion),
      !selection.dependsOnTime, let state = reading.state, told(of: definition, selection) != nil,
      !confirmation.isUnsteady(definition),
      versions.book.isDefinitionKnown(since: confirmation.mark),
      let version = versions.book.version(state, since: reading.mark), confirmation.version != version
    else { return self.version(of: reading, definition, selection) }
    return version.ofUnconfirmedSchema(definition.schemaVersion)
  }

  /// The numbers of the tables that a page of rows shows something of; `nil` unless each commit to them is told.
  func told(of definition: TableDefinition, _ selection: RowSelection) -> Set<Int>? {
    guard let told = whole.confirmation(of: definition.schemaVersion)?.told else { return nil }
    let names = [definition.schema.table] + definition.labels.values.map(\.table) + selection.relations.map(\.table)
    var numbers: Set<Int> = []
    for name in names {
      guard let tables = told[name] else { return nil }
      numbers.formUnion(tables)
    }
    return numbers
  }
}

extension DataVersion {
  /// The state for a page of which it isn't known whether its schema is the one of the state: equal to none that the server tells.
  fileprivate func ofUnconfirmedSchema(_ number: Int) -> DataVersion {
    DataVersion(SIMD8(words[0], 2, UInt64(truncatingIfNeeded: number), 0, 0, 0, 0, 0))
  }
}

extension PostgreSQLTable {
  func lastChange(ofPages query: TableQuery) -> (@Sendable (_ state: DataVersion) -> DataVersion)? {
    guard let definition = database.knownSchema?.state(of: name).definition,
      let tables = database.told(of: definition, query.selection)
    else { return nil }
    return { [book = database.versions.book] in book.lastChange(of: tables, in: $0) }
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
