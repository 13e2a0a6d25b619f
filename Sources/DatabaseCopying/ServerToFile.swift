internal import PostgreSQLTables
internal import SQLTables
internal import SQLiteTables
internal import TableModel

/// Copies a schema of a PostgreSQL database into a SQLite file.
final class ServerToFile {
  private let options: DatabaseCopy.Options
  private let progress: (DatabaseCopy.Progress) -> Void
  private let session: CopySession
  private let schema: String
  private let target: FileTarget
  private var report = DatabaseCopy.Report()
  private var doneRows = 0, totalRows = 0

  init(
    _ address: String, _ path: String, _ options: DatabaseCopy.Options,
    _ progress: @escaping (DatabaseCopy.Progress) -> Void
  ) throws {
    self.options = options
    self.progress = progress
    session = try CopySession(address)
    schema = try options.schema ?? session.rows("SELECT current_schema()").first?.first.flatMap { $0 } ?? "public"
    do { target = try FileTarget(CopyFile(path, .writing)) } catch TableError.unavailable(let reason) {
      throw TableError.unavailable("\(path): \(reason)")
    }
  }

  private func source(_ plan: TablePlan) -> String { "\(SQLIdentifier(schema)).\(SQLIdentifier(plan.outline.name))" }

  func run() throws -> DatabaseCopy.Report {
    // Other tables' names stand with their schemas; parallel processes would mix the order of rows.
    try session.execute("SET search_path TO \(SQLIdentifier(schema)); SET max_parallel_workers_per_gather = 0")
    // One state of the database, whoever writes meanwhile.
    try session.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    var reader = ServerOutline(session, schema: schema)
    var outline = try reader.read()
    try outline.keep(options.tables)
    var plans: [TablePlan] = []
    for table in outline.tables {
      progress(.init(action: "Reading \(table.name)", done: 0, total: 0))
      plans.append(try ServerPlanner(session: session, schema: schema).plan(of: table))
    }
    totalRows = plans.reduce(0) { $0 + $1.rowCount }
    let fingerprint = "\(schema) \(outline.fingerprint)"
    if options.restarts, let old = try target.unfinished() { try target.removeNotes(andTables: old.tables.map(\.name)) }
    let earlier = try target.unfinished()
    if let earlier, earlier.fingerprint != fingerprint || earlier.tables.count != plans.count {
      throw TableError.unavailable(
        "an unfinished copy of other tables is in this file: finish it, or use --restart, which removes its tables")
    }
    let steps = CopySteps(target, done: earlier?.steps ?? [])
    var names = NameMap(.sqlite)
    for position in plans.indices {
      plans[position].setName(earlier?.tables[position].name ?? names.take(plans[position].outline.name))
      plans[position].nameColumns(.sqliteColumns)
      let translator = FileDefinitions.translator(plans[position])
      for column in plans[position].columns.indices {
        let generation = plans[position].outline.columns[column].generation
        let isPlain = steps.isDone("plain \(plans[position].outline.name)")
        plans[position].columns[column].generation =
          isPlain ? nil : generation.map { translator.forFile(SQLToken.all(of: $0)) }
      }
    }
    try make(&plans, outline, fingerprint, earlier?.tables.map(\.plan))
    for position in plans.indices {
      try copy(position, &plans, earlier?.tables[position].progress ?? TableProgress(), steps)
    }
    try finish(plans, outline, steps)
    report.remarks =
      outline.remarks + report.remarks + plans.flatMap(\.remarks)
      + (try target.unfinished()?.steps.compactMap(\.remark) ?? [])
    try target.removeNotes()
    return report
  }

  /// Makes all tables, in one transaction with the notes of which they are, unless an earlier run has.
  private func make(_ plans: inout [TablePlan], _ outline: DatabaseOutline, _ fingerprint: String, _ made: [String]?)
    throws
  {
    let definitions = try FileDefinitions(plans)
    var statements: [String] = []
    for position in plans.indices { statements.append(try definitions.table(&plans[position])) }
    if let made {
      guard made == statements else {
        throw TableError.unavailable(
          "the tables have changed since the copy began: use --restart, which removes the tables that it made and begins again"
        )
      }
      return
    }
    let taken = Dictionary(try target.relations().map { ($0.name.lowercased(), $0.kind) }) { first, _ in first }
    let inTheWay = (plans.map(\.name) + outline.views.map(\.name)).filter { taken[$0.lowercased()] != nil }
    guard inTheWay.isEmpty || options.replacesTables else {
      throw TableError.unavailable(
        "the file has \(inTheWay.prefix(10).joined(separator: ", ")) already: nothing was written; --replace replaces them"
      )
    }
    try target.transaction {
      for name in inTheWay {
        try target.execute("DROP \(taken[name.lowercased()] == "view" ? "VIEW" : "TABLE") main.\(SQLIdentifier(name))")
      }
      try target.makeNotes(fingerprint: fingerprint)
      for (position, sql) in statements.enumerated() {
        do { try target.execute(sql) } catch TableError.unavailable(let reason) {
          throw TableError.unavailable("the table \(plans[position].outline.name) can't be made: \(reason)")
        }
        try target.note(sql, name: plans[position].name, ofTable: position)
      }
    }
  }

  // MARK: Rows

  private func copy(_ position: Int, _ plans: inout [TablePlan], _ earlier: TableProgress, _ steps: CopySteps) throws {
    let plan = plans[position]
    let loader = ServerLoader(session: session, source: source(plan), target: target, plan: plan, position: position)
    report.resumedRows += earlier.rows
    let before = doneRows, checks = "checked \(plan.outline.name)"
    var now = earlier
    if !steps.isDone(checks) {
      now = try loader.load(from: earlier) { [self] in say("Copying \(plan.outline.name)", before + $0) }
      // What an earlier run has read may have changed since.
      let read = earlier.rows > 0 || earlier.isComplete ? try loader.sumOfServer() : (now.rows, now.checksum)
      say("Checking \(plan.outline.name)", before + now.rows)
      let stored = try loader.sumOfFile()
      guard read == stored else { return try recover(position, &plans, read, stored, steps) }
      try steps.perform(checks) {}
    }
    doneRows = before + now.rows
    report.tables.append((plan.outline.name, now.rows))
    report.checksum &+= now.checksum
  }

  /// Where columns that SQLite computes are not what the server computes, they are copied as they are.
  private func recover(
    _ position: Int, _ plans: inout [TablePlan], _ read: (Int, UInt64), _ stored: (Int, UInt64), _ steps: CopySteps
  ) throws {
    let plan = plans[position]
    guard plan.isComputedThere, read.0 == stored.0 else {
      throw TableError.unavailable(
        "\(plan.outline.name): the server has \(read.0) rows with the sum \(String(read.1, radix: 16)), the file \(stored.0) with \(String(stored.1, radix: 16)): one of them was changed meanwhile; --restart begins again"
      )
    }
    plans[position] = plan.plain
    var described = plans[position]
    described.remarks = []
    let sql = try FileDefinitions(plans).table(&described)
    try steps.perform(
      "plain \(plan.outline.name)",
      remark:
        "computed columns of \(plan.outline.name): hold their values, and are computed no more: SQLite computes other values"
    ) {
      try target.execute("DROP TABLE main.\(SQLIdentifier(plan.name)); \(sql)")
      try target.note(sql, name: plan.name, ofTable: position)
    }
    try copy(position, &plans, TableProgress(), steps)
  }

  private func say(_ action: String, _ done: Int) { progress(.init(action: action, done: done, total: totalRows)) }

  // MARK: Rules

  private func finish(_ plans: [TablePlan], _ outline: DatabaseOutline, _ steps: CopySteps) throws {
    var names = NameMap(.sqlite, taken: try target.relations().map(\.name) + outline.views.map(\.name))
    for plan in plans {
      say("Indexing \(plan.outline.name)", doneRows)
      for index in plan.outline.indexes {
        let step = "index \(index.name)"
        guard !steps.isDone(step) else { continue }
        let name = names.take(index.name)
        let attempts =
          index.obstacle == nil
          ? [
            (
              sql: FileDefinitions.index(index, of: plan, named: name),
              remark: name == index.name ? nil : "index \(index.name): is called \(name)"
            )
          ] : []
        try steps.attempt(step, attempts) {
          "index \(index.name) of \(plan.outline.name): not made: \(index.obstacle ?? $0)"
        }
      }
    }
    for row in try target.file.rows("SELECT \"table\", parent, count(*) FROM pragma_foreign_key_check GROUP BY 1, 2") {
      guard case .text(let table) = row[0], case .text(let parent) = row[1], case .integer(let count) = row[2] else {
        continue
      }
      report.remarks.append(
        "\(count) \(count == 1 ? "row" : "rows") of \(String(decoding: table, as: UTF8.self)) refer to nothing in \(String(decoding: parent, as: UTF8.self))"
      )
    }
    for view in outline.views { try makeView(view, plans, outline.views, steps) }
    try target.execute("ANALYZE")
  }

  /// How many rows a view has. One that fails must not end the transaction in which everything is read.
  private func rowCount(ofView name: String) throws -> Int64? {
    try session.execute("SAVEPOINT view")
    do {
      let rows = try session.rows("SELECT count(*) FROM \(SQLIdentifier(schema)).\(SQLIdentifier(name))")
      return rows.first?.first.flatMap { $0.flatMap { Int64($0) } }
    } catch {
      try session.execute("ROLLBACK TO view")
      throw error
    }
  }

  private func makeView(_ view: ViewOutline, _ plans: [TablePlan], _ views: [ViewOutline], _ steps: CopySteps) throws {
    let step = "view \(view.name)"
    guard !steps.isDone(step) else { return report.viewCount += 1 }
    var names: [String: String] = [:]
    for plan in plans {
      for (column, other) in zip(plan.outline.columns, plan.columns) where column.name != other.name {
        names[column.name.lowercased()] = other.name
      }
    }
    for plan in plans where plan.name != plan.outline.name { names[plan.outline.name.lowercased()] = plan.name }
    let columns = view.columns.map { SQLIdentifier($0).description }.joined(separator: ", ")
    let statement = ExpressionTranslator(names: names).forFile(SQLToken.all(of: view.statement))
    let name = "main.\(SQLIdentifier(view.name))"
    do {
      let count = try rowCount(ofView: view.name)
      try steps.perform(step) {
        try target.execute("CREATE VIEW \(name) (\(columns)) AS \(statement)")
        guard try target.file.rows("SELECT count(*) FROM \(name)").first?.first == count.map({ .integer($0) }) else {
          throw TableError.unavailable("it has other rows there")
        }
      }
      report.viewCount += 1
    } catch TableError.unavailable(let reason) {
      try steps.perform(step, remark: "view \(view.name): not made: \(reason)") {}
    }
  }
}
