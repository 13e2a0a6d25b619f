internal import SQLTables
package import TableModel

extension PostgreSQLDatabase {
  /// What the counts of a list of tables may take, in milliseconds, and how many rows of each are counted.
  private static let countMilliseconds = 100, countLimit = 10_000
  /// Tables whose rows are counted for a list.
  private static let countedTables = 200

  /// Its tables and views, those of the search path's first schema first, each with a quick count.
  package func tables() async throws -> [TableSummary] {
    let schema = try await currentSchema()
    let entries = schema.catalog.entries
    let counts = try await counts(of: entries.filter { !$0.isHidden }.prefix(Self.countedTables).map(\.name), schema)
    return entries.compactMap { entry in
      guard let relation = schema.relation(named: entry.name) else { return nil }
      var summary = TableSummary(
        name: entry.name, isView: relation.isView, isHidden: entry.isHidden, count: counts[entry.name] ?? .unknown,
        columns: relation.columns.map(\.name), primaryKeys: relation.keyPositions.map { relation.columns[$0].name },
        byteCount: relation.byteCount, foreignKeys: schema.catalog.summaries(ofForeignKeysOf: entry.name))
      summary.comment = relation.description
      summary.searchIndex = relation.search([], in: schema.dialect)?.description.name
      return summary
    }
  }

  /// Quick counts of the tables that hold their rows themselves. Nobody waits for a view.
  /// - Throws: `TableError.unavailable` if the server can't be reached: whoever asks for the tables wants to know, as health checks do.
  private func counts(of names: [String], _ schema: ServerSchema) async throws -> [String: TableCount] {
    let names = names.filter { schema.relation(named: $0)?.isStored == true }
    guard !names.isEmpty else { return [:] }
    let counts = names.map { name in
      "(SELECT count(*) FROM (SELECT 1 FROM \(schema.dialect.table(name)) LIMIT \(Self.countLimit + 1)) AS c)"
    }
    let requests = [
      PostgreSQLRequest.timeLimit(milliseconds: Self.countMilliseconds),
      PostgreSQLRequest("SELECT \(counts.joined(separator: ", "))", recurs: true),
    ]
    let row: PostgreSQLRows?
    do {
      row = try await answers(to: requests).last
    } catch let failure as PostgreSQLFailure where failure.isDisconnection {
      throw tableError(failure)
    } catch { return [:] }
    guard let row, row.count == 1 else { return [:] }
    return Dictionary(
      zip(names, names.indices.map { TableCount(row.integer(0, $0), upTo: Self.countLimit) }),
      uniquingKeysWith: { first, _ in first })
  }
}

extension TableCount {
  /// What is known of a number of rows of which no more than `limit` and one were counted.
  init(_ number: Int, upTo limit: Int) { self = number > limit ? .moreThan(limit) : .exact(number) }
}
