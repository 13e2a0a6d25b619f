package import SiteConfiguration
package import SiteTables
import TableModel
import TableRendering

extension Site {
  /// What of the site file doesn't fit the databases and the access file: names that aren't there, and statements that can't be run. Each statement is
  /// prepared, as visitors' own are, on a connection that can't write; none is run.
  /// - Throws: `SiteError` if two tables want one path, `TableError` if a database can't be read.
  package func problemsOfFile() async throws -> [SiteFileError.Problem] {
    let map = try SiteMap(self)
    var problems = unservedDatabases(map) + problemsOfFrame() + (access?.problems(file.allowed) ?? [])
    for entry in map.databases {
      problems += try await problemsOfTables(entry)
      guard let database = entry.database as? any StatementDatabase else {
        problems += entry.notes.queries.map { .init("\(entry.name) doesn't support queries", at: $0.place) }
        continue
      }
      for query in entry.notes.queries { problems += try await Self.problems(of: query, in: database) }
    }
    return problems.sorted {
      ($0.file ?? "", $0.line ?? 0, $0.column ?? 0) < ($1.file ?? "", $1.line ?? 0, $1.column ?? 0)
    }
  }

  /// What whoever serves the site should know, though it can be served: what the site file says about databases that aren't there, and keys
  /// that nothing heeds.
  /// - Throws: `SiteError` if two tables want one path.
  package func remarksOnFile() throws -> [SiteFileError.Problem] {
    // In one remark: files of Datasette have many such keys.
    let keys = file.ignored.reduce(into: [String]()) { if !$0.contains($1.key) { $0.append($1.key) } }
    let words = keys.map { "“\($0)”" }.joined(separator: ", ")
    let ignored = file.ignored.prefix(1).map {
      SiteFileError.Problem("\(words) \(keys.count == 1 ? "is" : "are") ignored here", at: $0.place)
    }
    return try unservedDatabases(SiteMap(self)) + ignored
  }

  /// What the site file says about databases that aren't among these.
  func unservedDatabases(_ map: SiteMap) -> [SiteFileError.Problem] {
    let names = map.databases.map(\.name)
    return file.databases.filter { !names.contains($0.name) }.map { database in
      .init(
        "No database “\(database.name)”" + NameSuggestions.hint(database.name, among: names), at: database.place)
    }
  }

  /// A frame that isn't there, or that can't be compiled.
  private func problemsOfFrame() -> [SiteFileError.Problem] {
    guard let frame = file.frame else { return [] }
    guard nibs.sources[frame.text] != nil else { return [.init(missing: frame, in: nibs)] }
    do { _ = try PageNibs(file, nibs) } catch let error as NibError {
      return [.init(nibs.placed(error))]
    } catch { return [.init("\(error)", at: frame.place)] }
    return []
  }

  /// Tables that aren't there, and columns that they don't have.
  private func problemsOfTables(_ entry: SiteMap.DatabaseEntry) async throws -> [SiteFileError.Problem] {
    var problems: [SiteFileError.Problem] = []
    for notes in entry.notes.tables {
      if let table = try await entry.table(named: notes.name) {
        let schema = try await table.schema()
        let configuration = TableConfiguration(notes, schema)
        problems += configuration.problems
        let links = RecordLinks(databaseName: entry.name, tableName: notes.name, sprite: "")
        let own = CustomViews(configuration, nibs, links)
        problems += own.problems + (TableCells(configuration, nibs, links, own)?.problems ?? [])
        problems += await RowSample(table, schema).problems(configuration)
        if let index = notes.searchIndex, try await entry.database.table(named: index.text) == nil {
          problems.append(.init("“\(entry.name)” has no full-text index “\(index.text)”", at: index.place))
        }
      } else if Grants.folded(notes.name) != "_tablepages_audit" {
        // The audit is there from its first row on; any other name is a mistake, which could leave open what it was to close.
        let names = try await entry.database.tables().map(\.name)
        let near = NameSuggestions.hint(notes.name, among: names)
        problems.append(.init("“\(entry.name)” has no table “\(notes.name)”" + near, at: notes.place))
      }
    }
    return problems
  }

  private static func parameters(of query: StoredQuery, in database: any StatementDatabase) async throws -> [String] {
    guard query.writing != nil else {
      return try await database.result(of: QueryStatement(query.statement, isExplained: true)).parameters
    }
    guard let database = database as? any StatementWritingDatabase else {
      throw StatementError("the database has no statements that change rows")
    }
    return try await database.parameters(ofChange: query.statement)
  }

  private static func problems(
    of query: StoredQuery, in database: any StatementDatabase
  ) async throws -> [SiteFileError.Problem] {
    var messages: [String] = []
    if try await database.table(named: query.name) != nil {
      messages.append("The query “\(query.name)” is hidden by the table of the same name; rename the query")
    }
    do {
      let parameters = try await parameters(of: query, in: database)
      for name in query.parameters where !parameters.contains(name) {
        let near = NameSuggestions.hint(name, among: parameters)
        messages.append("The query “\(query.name)” has no parameter “\(name)”" + near)
      }
      for name in parameters where name.hasPrefix("_") {
        messages.append("The parameter :\(name) isn't allowed: names that begin with _ are reserved")
      }
      messages += try await problemsOfMessage(query, parameters, in: database)
    } catch let error as StatementError {
      messages.append("The query “\(query.name)” " + (try await words(of: error, in: query.statement, database)))
    }
    return messages.map { .init($0, at: query.place) }
  }

  /// What is wrong with the statement that finds what is said of stored changes: it takes their parameters and no others.
  private static func problemsOfMessage(
    _ query: StoredQuery, _ parameters: [String], in database: any StatementDatabase
  ) async throws -> [String] {
    guard let statement = query.writing?.successStatement else { return [] }
    let what = "The on_success_message_sql of the query “\(query.name)” "
    do {
      let taken = try await database.result(of: QueryStatement(statement, isExplained: true)).parameters
      return taken.filter { !parameters.contains($0) }.map { name in
        what + "has a parameter “\(name)” that the query doesn't have" + NameSuggestions.hint(name, among: parameters)
      }
    } catch let error as StatementError {
      return [what + (try await words(of: error, in: statement, database))]
    }
  }

  private static func words(
    of error: StatementError, in statement: String, _ database: any StatementDatabase
  ) async throws -> String {
    let failure = QueryFailure(error, in: statement, try await database.tables())
    let line = failure.line.map { " in line \($0.number) of its SQL" } ?? ""
    let near = failure.nearest.map { " Did you mean “\($0)”?" } ?? ""
    return "can't be run\(line): \(failure.message)\(near)"
  }
}
