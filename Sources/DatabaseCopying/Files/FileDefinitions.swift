internal import SQLTables
internal import SQLiteTables
internal import TableModel

/// The statements that make the tables of a server in a file. What SQLite doesn't take of a table is left out of it, by name: each part is tried
/// before, in a database of its own.
struct FileDefinitions {
  let plans: [TablePlan]
  private let trial: CopyFile

  init(_ plans: [TablePlan]) throws(TableError) {
    self.plans = plans
    trial = try CopyFile("", .memory)
  }

  private static func list(_ columns: [Int], of plan: TablePlan) -> String {
    columns.map { SQLIdentifier(plan.columns[$0].name).description }.joined(separator: ", ")
  }

  static func translator(_ plan: TablePlan) -> ExpressionTranslator {
    ExpressionTranslator(
      names: Dictionary(zip(plan.outline.columns.map { $0.name.lowercased() }, plan.columns.map(\.name))) { first, _ in
        first
      })
  }

  /// Whether the key is the row's number: one column of whole numbers.
  private static func isNumbered(_ plan: TablePlan) -> Bool {
    plan.outline.key.count == 1 && plan.columns[plan.outline.key[0]].form == .integer
      && plan.columns[plan.outline.key[0]].generation == nil && plan.columns[plan.outline.key[0]].type != "BOOLEAN"
  }

  /// A table, and what SQLite didn't take of it.
  func table(_ plan: inout TablePlan) throws -> String {
    let isNumbered = Self.isNumbered(plan)
    let translator = Self.translator(plan)
    let bare = plan.columns.map { "\(SQLIdentifier($0.name)) \($0.type)" }
    func isTaken(_ parts: [String]) -> String? {
      do {
        try trial.execute(
          "SAVEPOINT t; CREATE TABLE \(SQLIdentifier(plan.name)) (\(parts.joined(separator: ", "))); ROLLBACK TO t; RELEASE t"
        )
        return nil
      } catch TableError.unavailable(let reason) {
        try? trial.execute("ROLLBACK TO t; RELEASE t")
        return reason
      } catch { return "\(error)" }
    }
    var parts = bare
    for position in plan.columns.indices {
      let outline = plan.outline.columns[position]
      let name = "\(plan.outline.name).\(outline.name)"
      if isNumbered, plan.outline.key == [position] {
        parts[position] = "\(SQLIdentifier(plan.columns[position].name)) INTEGER PRIMARY KEY"
        continue
      }
      if let generation = plan.columns[position].generation {
        let text = " GENERATED ALWAYS AS (\(generation)) STORED"
        var attempt = bare
        attempt[position] += text
        if let reason = isTaken(attempt) {
          plan.columns[position].generation = nil
          plan.remarks.append("computed column \(name): holds its values, and is computed no more: \(reason)")
        } else {
          parts[position] += text
        }
      } else if let text = outline.defaultText, plan.outline.numberedColumn != position {
        let value = Self.defaultValue(text, plan.columns[position].type, translator)
        var attempt = bare
        attempt[position] += " DEFAULT (\(value))"
        if let reason = isTaken(attempt) {
          plan.remarks.append("default of \(name): not carried over (\(text)): \(reason)")
        } else {
          parts[position] += " DEFAULT \(SQLToken.all(of: value).count == 1 ? value : "(\(value))")"
        }
      } else if plan.outline.numberedColumn == position {
        plan.remarks.append("numbers of new rows of \(name): not given by SQLite")
      }
      if plan.columns[position].isRequired { parts[position] += " NOT NULL" }
    }
    if !plan.outline.key.isEmpty, !isNumbered { parts.append("PRIMARY KEY (\(Self.list(plan.outline.key, of: plan)))") }
    for unique in plan.outline.uniques { parts.append("UNIQUE (\(Self.list(unique, of: plan)))") }
    for check in plan.outline.checks {
      let text = "CHECK (\(translator.forFile(SQLToken.all(of: check))))"
      if let reason = isTaken(bare + [text]) {
        plan.remarks.append("condition of \(plan.outline.name): not made (\(check)): \(reason)")
      } else {
        parts.append(text)
      }
    }
    for rule in plan.outline.otherRules {
      plan.remarks.append("rule \(rule.name) of \(plan.outline.name): not made: \(rule.text)")
    }
    parts += references(&plan)
    return "CREATE TABLE \(SQLIdentifier(plan.name)) (\(parts.joined(separator: ", ")))"
  }

  private func references(_ plan: inout TablePlan) -> [String] {
    var parts: [String] = []
    for key in plan.outline.foreignKeys {
      guard let other = plans.first(where: { $0.outline.name == key.table }) else {
        plan.remarks.append("reference of \(plan.outline.name) to \(key.table): not made: that table isn't copied")
        continue
      }
      let referenced = key.referencedColumns.compactMap { name in other.outline.position(of: name) }
      var text =
        "FOREIGN KEY (\(Self.list(key.columns, of: plan))) REFERENCES \(SQLIdentifier(other.name)) (\(Self.list(referenced, of: other)))"
      text += " ON DELETE \(key.onDelete) ON UPDATE \(key.onUpdate)"
      parts.append(text + (key.isDeferred ? " DEFERRABLE INITIALLY DEFERRED" : ""))
    }
    return parts
  }

  private static func defaultValue(_ text: String, _ type: String, _ translator: ExpressionTranslator) -> String {
    let plain = text.trimmed.lowercased()
    if plain == "now()" || plain.hasPrefix("current_timestamp") { return "CURRENT_TIMESTAMP" }
    if plain == "current_date" || plain == "now()::date" { return "CURRENT_DATE" }
    // What copies from files to servers make of SQLite's words.
    if plain.contains("now() at time zone 'utc'") {
      if plain.hasPrefix("date_trunc('second'") || plain.contains("'yyyy-mm-dd hh24:mi:ss'") {
        return "CURRENT_TIMESTAMP"
      }
      if plain.contains("'yyyy-mm-dd'") { return "CURRENT_DATE" }
      if plain.contains("'hh24:mi:ss'") { return "CURRENT_TIME" }
    }
    if type == "BOOLEAN" { return plain == "true" ? "1" : plain == "false" ? "0" : plain }
    return translator.forFile(SQLToken.all(of: text))
  }

  /// An index.
  static func index(_ index: IndexOutline, of plan: TablePlan, named name: String) -> String {
    let translator = translator(plan)
    let parts = index.parts.map { part in
      let text =
        part.column.map { SQLIdentifier(plan.columns[$0].name).description }
        ?? translator.forFile(SQLToken.all(of: part.expression ?? ""))
      return text + (part.isDescending ? " DESC" : "")
    }
    var sql =
      "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX \(SQLIdentifier(name)) ON \(SQLIdentifier(plan.name)) (\(parts.joined(separator: ", ")))"
    if let condition = index.condition { sql += " WHERE " + translator.forFile(SQLToken.all(of: condition)) }
    return sql
  }
}
