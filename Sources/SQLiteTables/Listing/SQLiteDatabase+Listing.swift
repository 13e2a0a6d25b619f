import BoundedWork
internal import SQLTables
internal import Synchronization
package import TableModel

extension SQLiteDatabase {
  /// What a list of tables may cost in counts, and the count of one table in it, in nanoseconds.
  private static let listingBudget: UInt64 = 30_000_000, countBudget: UInt64 = 2_000_000
  /// What may be spent on the schema of all tables, in seconds: no visitor has a part in it, and thousands of them take a while.
  private static let schemaSeconds = 20.0
  /// Files up to this size are looked through for what each table takes.
  private static let measuredBytes = 4 << 20

  /// "SQLite, 984 kB, read-only": the size that the file had when it was last looked at, for its tables or for rows.
  package func kind() async throws -> String { kindAtLastLook }

  private var kindAtLastLook: String {
    let file = openFile
    let size = ByteSize(file.watch?.byteCountOfLastLook ?? file.byteCount)
    return "SQLite, \(size), \(options.isImmutable ? "immutable" : writeQueue == nil ? "read-only" : "writable")"
  }

  /// Those of the state that the file is in, if they were read for it already. A file that another program keeps locked is looked into.
  package func knownTables() throws -> (tables: [TableSummary], kind: String)? {
    let (file, label) = try currentFile()
    guard let label, let known = summaries(of: file, at: label), file.watch?.isLocked != true else { return nil }
    return (known, kindAtLastLook)
  }

  /// Its tables and views by name, each with a quick count, and its size if the whole file is small.
  /// - Throws: `TableError.unavailable` if the schema can't be read.
  package func tables() async throws -> [TableSummary] {
    let (file, label) = try currentFile()
    // Pages of tables show this list as well: it is read once for each state of the data.
    if let label, let known = summaries(of: file, at: label) {
      // What is known needs no look into the file; but one that another program keeps locked is said to be so.
      if file.watch?.isLocked == true {
        try await answer(in: (file, label)) { _, connection in
          try connection.transaction { _ = try connection.schemaVersion() }
        }
      }
      return known
    }
    return try await answerOnThread(seconds: max(Self.schemaSeconds, options.timeLimitSeconds)) {
      [self] file, connection in
      let label = connection.freshLabel(of: file)
      let (found, schemaVersion) = try summaries(of: file, on: connection)
      // What was read while somebody wrote holds for no state that has a label.
      let after = file.label()
      return file.summaries.withLock { known in
        // Where nothing is different, in the same memory, by which those who have drawn it know it again.
        let tables = known.map { $0.tables == found ? $0.tables : found } ?? found
        known = (tables, label == after ? label : nil, schemaVersion)
        return tables
      }
    }
  }

  /// What is known of this state, with the counts that are known by now; `nil` where one still has to be tried.
  private func summaries(of file: OpenFile, at label: DataVersion) -> [TableSummary]? {
    guard let known = file.summaries.withLock({ $0 }), known.label == label else { return nil }
    var tables = known.tables, isNew = false
    for position in tables.indices where !tables[position].columns.isEmpty && !tables[position].count.isExact {
      let counts = file.table(named: tables[position].name).counts
      guard let count = counts.glance(.everything, at: label) else { return nil }
      guard count != .unknown, count != tables[position].count else { continue }
      (tables[position].count, isNew) = (count, true)
    }
    // The next list is this one, in the same memory, by which those who have drawn it know it again.
    if isNew { file.summaries.withLock { if $0?.label == label { $0?.tables = tables } } }
    return tables
  }

  private func summaries(
    of file: OpenFile, on connection: SQLiteConnection
  ) throws -> (tables: [TableSummary], schemaVersion: Int) {
    let catalog = try file.currentCatalog(on: connection)
    // The columns that are known stand as long as the schema does.
    let last = file.summaries.withLock { $0 }
    let known = last?.schemaVersion == catalog.schemaVersion ? last?.tables ?? [] : []
    let columns = Dictionary(known.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let sizes = file.byteCount <= Self.measuredBytes ? byteCounts(on: connection) : [:]
    let limit = connection.budget.end
    let end = WorkBudget.now() &+ Self.listingBudget
    let tables = try catalog.entries.map { entry in
      var summary = TableSummary(name: entry.name, isView: entry.kind == .view, isHidden: entry.isHidden)
      do {
        (summary.columns, summary.primaryKeys) = try names(of: entry, columns[entry.name], connection)
        defer { connection.budget.start(until: limit) }
        connection.budget.start(until: WorkBudget.now() < end ? limit : 0)
        summary.count = try count(entry, file, connection)
        if entry.kind != .view { summary.byteCount = sizes[SQLiteDialect.folded(entry.name)] }
      } catch let failure as SQLiteFailure where failure.isSchemaMismatch {
        // A view of a table that is gone, a module that isn't there: the name is all there is.
      }
      summary.searchIndex = catalog.indexes(of: entry.name).first?.name
      summary.foreignKeys = catalog.summaries(ofForeignKeysOf: entry.name)
      return summary
    }
    return (tables, catalog.schemaVersion)
  }

  /// What the columns of a table are called, and its primary key's.
  private func names(
    of entry: SchemaCatalog.Entry, _ known: TableSummary?, _ connection: SQLiteConnection
  ) throws -> (columns: [String], keys: [String]) {
    if let known, !known.columns.isEmpty { return (known.columns, known.primaryKeys) }
    let structure = try connection.structure(of: entry)
    return (
      structure.columns.filter { !$0.isRowID }.map(\.name),
      structure.declaredKeyColumns.map { structure.columns[$0].name }
    )
  }

  private func count(_ entry: SchemaCatalog.Entry, _ file: OpenFile, _ connection: SQLiteConnection) throws
    -> TableCount
  {
    let memory = file.table(named: entry.name).counts
    let label = connection.freshLabel(of: file)
    if let known = memory.glance(.everything, at: label) { return known }
    let limit = connection.budget.end, end = WorkBudget.now() &+ Self.countBudget
    defer { connection.budget.start(until: limit) }
    connection.budget.start(until: min(limit, end))
    do {
      let source = "main.\(SQLIdentifier(entry.name))"
      let counted = try RowCounter(source: source, connection: connection, label: file.label).quickCount()
      memory.keep(counted.count, for: .everything, at: counted.version)
      return counted.count
    } catch let failure as SQLiteFailure where failure.isSchemaMismatch {
      // Such as a search index of a table that is gone: not tried again for each list.
      memory.keepLong(.everything, at: label)
      return .unknown
    } catch let failure as SQLiteFailure where failure.isInterrupt {
      // A view is tried once in each state of the data. The rows of a table that aren't counted at once are counted for the next list: the
      // machine was busy, or all counts together took too long.
      if entry.kind == .view, end < limit { memory.keepLong(.everything, at: label) }
      return .unknown
    }
  }

  /// What each table takes with its indexes, by its name in lower case; empty where SQLite was built without `dbstat`.
  private func byteCounts(on connection: SQLiteConnection) -> [String: Int] {
    var sizes: [String: Int] = [:]
    let sql = """
      SELECT m.tbl_name, sum(s.pgsize) FROM dbstat AS s JOIN main.sqlite_schema AS m ON m.name = s.name
      WHERE s.aggregate = 1 GROUP BY 1
      """
    do {
      try connection.rows(sql) { row in
        if let name = row.text(0) { sizes[SQLiteDialect.folded(name)] = row.integer(1) }
      }
    } catch {
      return [:]
    }
    return sizes
  }
}

/// A number of bytes for people: "984 kB".
struct ByteSize: CustomStringConvertible {
  let count: Int
  init(_ count: Int) { self.count = count }

  var description: String {
    guard count >= 1024 else { return "\(count) bytes" }
    var (tenths, unit) = (count * 10 / 1024, 0)
    let units = ["kB", "MB", "GB", "TB"]
    while tenths >= 10_240, unit < units.count - 1 {
      tenths /= 1024
      unit += 1
    }
    return tenths < 100 && tenths % 10 != 0
      ? "\(tenths / 10).\(tenths % 10) \(units[unit])" : "\(tenths / 10) \(units[unit])"
  }
}
