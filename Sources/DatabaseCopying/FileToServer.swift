internal import PostgreSQLTables
internal import SQLTables
internal import SQLiteTables
internal import TableModel

/// Copies a SQLite file into a PostgreSQL database.
final class FileToServer {
  private let options: DatabaseCopy.Options
  private let progress: (DatabaseCopy.Progress) -> Void
  private let file: CopyFile
  private let target: ServerTarget
  private var report = DatabaseCopy.Report()
  private var doneRows = 0, totalRows = 0

  init(
    _ path: String, _ address: String, _ options: DatabaseCopy.Options,
    _ progress: @escaping (DatabaseCopy.Progress) -> Void
  ) throws {
    self.options = options
    self.progress = progress
    do { file = try CopyFile(path, .reading) } catch .unavailable(let reason) {
      throw TableError.unavailable("\(path): \(reason)")
    }
    target = try ServerTarget(CopySession(address), schema: options.schema)
  }

  func run() throws -> DatabaseCopy.Report {
    try target.lock()
    // One state of the file, whoever writes meanwhile.
    try file.execute("BEGIN")
    var outline = try FileOutline(file: file).read()
    try outline.keep(options.tables)
    var plans = try FilePlanner(file: file, progress: progress).plans(of: outline.tables)
    totalRows = plans.reduce(0) { $0 + $1.rowCount }
    let fingerprint = "\(target.schema) \(outline.fingerprint)"
    if options.restarts, let old = try target.unfinished() { try target.removeNotes(andTables: old.tables.map(\.name)) }
    let earlier = try target.unfinished()
    if let earlier {
      guard earlier.fingerprint == fingerprint, earlier.tables.count == plans.count else {
        throw TableError.unavailable(
          "an unfinished copy of other tables is in this database (schema \(ServerTarget.notes)): finish it, or use --restart, which removes its tables"
        )
      }
    }
    let steps = CopySteps(target, done: earlier?.steps ?? [])
    try name(&plans, outline, steps, earlier.map { $0.tables.map(\.name) })
    let definitions = ServerDefinitions(target: target, plans: plans)
    if let earlier {
      guard zip(earlier.tables, plans).allSatisfy({ $0.plan == definitions.table($1) }) else {
        throw TableError.unavailable(
          "the file has changed since the copy began: use --restart, which removes the tables that it made and begins again"
        )
      }
    } else {
      try make(&plans, definitions, outline, fingerprint)
    }
    for position in plans.indices {
      try copy(position, &plans, earlier?.tables[position].progress ?? TableProgress(), steps)
    }
    try finish(ServerDefinitions(target: target, plans: plans), outline, steps)
    report.remarks =
      outline.remarks + plans.flatMap(\.remarks) + (try target.unfinished()?.steps.compactMap(\.remark) ?? [])
    try target.removeNotes()
    return report
  }

  /// Names for the target, and what is computed there.
  private func name(_ plans: inout [TablePlan], _ outline: DatabaseOutline, _ steps: CopySteps, _ known: [String]?)
    throws
  {
    var names = NameMap(.postgreSQL)
    for position in plans.indices {
      let name = known?[position] ?? names.take(plans[position].outline.name)
      plans[position].setName(name)
      plans[position].nameColumns(.postgreSQLColumns)
      let translator = ServerDefinitions.translator(plans[position])
      for column in plans[position].columns.indices {
        guard let generation = plans[position].outline.columns[column].generation else { continue }
        let isPlain = steps.isDone(Self.plainStep(plans[position], column))
        plans[position].columns[column].generation = isPlain ? nil : translator.forServer(SQLToken.all(of: generation))
      }
    }
  }

  /// Makes all tables, in one transaction with the notes of which they are.
  private func make(
    _ plans: inout [TablePlan], _ definitions: ServerDefinitions, _ outline: DatabaseOutline, _ fingerprint: String
  ) throws {
    let taken = Set(try target.relations()), wanted = plans.map(\.name) + outline.views.map(\.name)
    let inTheWay = wanted.filter(taken.contains)
    guard inTheWay.isEmpty || options.replacesTables else {
      throw TableError.unavailable(
        "the schema \(target.schema) has \(inTheWay.prefix(10).joined(separator: ", ")) already: nothing was written; --replace replaces them"
      )
    }
    try target.transaction {
      try target.execute("CREATE SCHEMA IF NOT EXISTS \(SQLIdentifier(target.schema))")
      for view in outline.views.map(\.name) where taken.contains(view) {
        try target.execute("DROP VIEW IF EXISTS \(target.table(view))")
      }
      let tables = inTheWay.filter { name in plans.contains { $0.name == name } }
      if !tables.isEmpty { try target.execute("DROP TABLE \(tables.map(target.table).joined(separator: ", "))") }
      try target.makeNotes(fingerprint: fingerprint)
      if plans.contains(where: { $0.columns.contains { $0.form == .variant } }) { try makeVariantType() }
      for position in plans.indices {
        let sql = try makeTable(&plans[position], definitions)
        try target.note(sql, name: plans[position].name, ofTable: position)
      }
    }
  }

  /// Makes a table. Columns that the server can't compute as the file does are found out here: it stores their values.
  private func makeTable(_ plan: inout TablePlan, _ definitions: ServerDefinitions) throws -> String {
    if plan.isComputedThere, try refusal(of: plan, definitions) != nil {
      for column in plan.columns.indices where plan.columns[column].generation != nil {
        var only = plan.plain
        only.columns[column].generation = plan.columns[column].generation
        guard let reason = try refusal(of: only, definitions) else { continue }
        try notePlain(plan, column, reason)
        plan.columns[column].generation = nil
      }
    }
    let sql = definitions.table(plan)
    do { try target.execute(sql) } catch TableError.unavailable(let reason) {
      throw TableError.unavailable("the table \(plan.outline.name) can't be made: \(reason)")
    }
    return sql
  }

  /// Why a table can't be made; `nil` if it can. Nothing is made.
  private func refusal(of plan: TablePlan, _ definitions: ServerDefinitions) throws -> String? {
    try target.execute("SAVEPOINT attempt")
    var refusal: String?
    do { try target.execute(definitions.table(plan)) } catch TableError.unavailable(let reason) { refusal = reason }
    try target.execute("ROLLBACK TO attempt")
    return refusal
  }

  private static func plainStep(_ plan: TablePlan, _ column: Int) -> String { "plain \(column) \(plan.outline.name)" }

  private func notePlain(_ plan: TablePlan, _ column: Int, _ reason: String) throws {
    try target.note(
      step: Self.plainStep(plan, column),
      remark:
        "computed column \(plan.outline.name).\(plan.outline.columns[column].name): holds its values, and is computed no more: \(reason)"
    )
  }

  private func makeVariantType() throws {
    let name = target.table(VariantValue.typeName)
    guard try target.session.rows("SELECT to_regtype($1)", [SQLValue(name)]) == [[nil]] else { return }
    try target.execute(
      "CREATE DOMAIN \(name) AS jsonb; COMMENT ON DOMAIN \(name) IS '\(VariantValue.description.replacing("'", with: "''"))'"
    )
  }

  // MARK: Rows

  private func copy(_ position: Int, _ plans: inout [TablePlan], _ earlier: TableProgress, _ steps: CopySteps) throws {
    let loader = FileLoader(file: file, target: target, plan: plans[position], position: position)
    report.resumedRows += earlier.rows
    let checks = "checked \(plans[position].outline.name)"
    let before = doneRows
    var now = earlier
    if !steps.isDone(checks) {
      now = try loader.load(from: earlier) { [self] in
        say("Copying \(loader.plan.outline.name)", before + $0)
      }
      // What an earlier run has read may have changed since.
      let source = earlier.rows > 0 || earlier.isComplete ? try loader.sumOfFile() : (now.rows, now.checksum)
      say("Checking \(loader.plan.outline.name)", before + now.rows)
      let stored = try loader.sumOfServer()
      guard source == stored else { return try recover(position, &plans, source, stored, steps) }
      try steps.perform(checks) {}
    }
    doneRows = before + now.rows
    report.tables.append((plans[position].outline.name, now.rows))
    report.checksum &+= now.checksum
  }

  /// Where columns that the server computes are not what the file computes, they are copied as they are.
  private func recover(
    _ position: Int, _ plans: inout [TablePlan], _ source: (Int, UInt64), _ stored: (Int, UInt64), _ steps: CopySteps
  ) throws {
    let plan = plans[position]
    guard plan.isComputedThere, source.0 == stored.0 else {
      throw TableError.unavailable(
        "\(plan.outline.name): the file has \(source.0) rows with the sum \(String(source.1, radix: 16)), the server \(stored.0) with \(String(stored.1, radix: 16)): one of them was changed meanwhile; --restart begins again"
      )
    }
    plans[position] = plan.plain
    let definition = ServerDefinitions(target: target, plans: plans).table(plans[position])
    try target.transaction {
      try target.execute("DROP TABLE \(target.table(plan.name)); \(definition)")
      for column in plan.columns.indices where plan.columns[column].generation != nil {
        try notePlain(plan, column, "the server computes other values")
      }
      try target.note(definition, name: plan.name, ofTable: position)
    }
    try copy(position, &plans, TableProgress(), steps)
  }

  private func say(_ action: String, _ done: Int) {
    progress(DatabaseCopy.Progress(action: action, done: done, total: totalRows))
  }

  // MARK: Rules

  private func finish(_ definitions: ServerDefinitions, _ outline: DatabaseOutline, _ steps: CopySteps) throws {
    var names = NameMap(.postgreSQL, taken: try target.relations())
    for plan in definitions.plans {
      say("Indexing \(plan.outline.name)", doneRows)
      try definitions.keys(plan, steps)
      for index in plan.outline.indexes {
        // Its name is free, or its own from before.
        let name = steps.isDone("index \(index.name)") ? index.name : names.take(index.name)
        try definitions.index(index, of: plan, named: name, steps)
      }
      try definitions.rules(plan, nextNumber: try nextNumber(plan), steps)
    }
    for plan in definitions.plans { try definitions.references(plan, steps) }
    for view in outline.views { try makeView(view, definitions.plans, outline.views, steps) }
    for plan in definitions.plans {
      say("Gathering statistics of \(plan.outline.name)", doneRows)
      try target.execute("ANALYZE \(target.table(plan.name))")
    }
  }

  /// The number that the file would give the next row.
  private func nextNumber(_ plan: TablePlan) throws -> Int64? {
    guard let column = plan.outline.numberedColumn else { return nil }
    let name = SQLIdentifier(plan.outline.columns[column].name), table = SQLIdentifier(plan.outline.name)
    var highest: Int64 = 0
    if case .integer(let number)? = try file.rows("SELECT max(\(name)) FROM main.\(table)").first?.first {
      highest = number
    }
    if try !file.rows("SELECT 1 FROM main.sqlite_schema WHERE name = 'sqlite_sequence'").isEmpty,
      case .integer(let number)? = try file.rows(
        "SELECT seq FROM main.sqlite_sequence WHERE name = ?", [SQLValue(plan.outline.name)]
      ).first?.first
    {
      highest = max(highest, number)
    }
    return highest == .max ? nil : max(highest + 1, 1)
  }

  private func makeView(_ view: ViewOutline, _ plans: [TablePlan], _ views: [ViewOutline], _ steps: CopySteps) throws {
    let step = "view \(view.name)"
    guard !steps.isDone(step) else { return report.viewCount += 1 }
    var names: [String: String] = [:]
    for plan in plans {
      for (column, other) in zip(plan.outline.columns, plan.columns) { names[column.name.lowercased()] = other.name }
    }
    for view in views {
      for column in view.columns { names[column.lowercased()] = names[column.lowercased()] ?? column }
    }
    for plan in plans { names[plan.outline.name.lowercased()] = plan.name }
    for view in views { names[view.name.lowercased()] = view.name }
    let columns = view.columns.map { SQLIdentifier($0).description }.joined(separator: ", ")
    let statement = ExpressionTranslator(names: names).forServer(SQLToken.all(of: view.statement))
    let name = target.table(view.name)
    do {
      let count = try file.rows("SELECT count(*) FROM main.\(SQLIdentifier(view.name))").first?.first
      try steps.perform(step) {
        try target.execute("CREATE VIEW \(name) (\(columns)) AS \(statement)")
        let there = try target.session.rows("SELECT count(*) FROM \(name)").first?.first.flatMap {
          $0.flatMap { Int64($0) }
        }
        guard there.map({ .integer($0) }) == count else { throw TableError.unavailable("it has other rows there") }
      }
      report.viewCount += 1
    } catch TableError.unavailable(let reason) {
      try steps.perform(step, remark: "view \(view.name): not made: \(reason)") {}
    }
  }
}
