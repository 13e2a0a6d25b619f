internal import CSQLite
internal import SQLTables
internal import TableModel

/// Says in words what a change broke, and which column it belongs to. SQLite names columns as `table.column` behind a colon, and of
/// references nothing at all (https://sqlite.org/rescode.html#constraint).
struct ConstraintProblem {
  private let failure: SQLiteFailure
  private let change: RecordChange
  private let values: RowAssignment
  private let definition: TableDefinition
  private let connection: SQLiteConnection

  init(
    _ failure: SQLiteFailure, _ change: RecordChange, _ values: RowAssignment, _ definition: TableDefinition,
    _ connection: SQLiteConnection
  ) {
    self.failure = failure
    self.change = change
    self.values = values
    self.definition = definition
    self.connection = connection
  }

  private var words: ConstraintWords { ConstraintWords(definition.schema) }

  /// The problem of the change at a position.
  func problem(_ index: Int) -> RecordProblem {
    let (column, text) = told
    return RecordProblem(change: index, column: column, text: text, engineText: failure.message)
  }

  private var told: (column: String?, text: String) {
    switch failure.code {
    case Code.unique, Code.primaryKey, Code.rowID: words.repeated(namedColumns)
    case Code.notNull: (namedColumns.first, ConstraintWords.required)
    case Code.check: check
    case Code.foreignKey: reference
    case Code.dataType: (namedColumns.first ?? columnBehindLastDot, Self.expectation(failure.message))
    case Code.trigger: (nil, failure.message.hasSuffix(".") ? failure.message : failure.message + ".")
    default:
      switch failure.primaryCode {
      case SQLITE_MISMATCH: (keyColumn, "Must be a whole number.")
      case SQLITE_TOOBIG: (nil, "A value is too large.")
      default: (namedColumns.first, "The database rejects this value: \(failure.message).")
      }
    }
  }

  private enum Code {
    static let check = SQLITE_CONSTRAINT | 1 << 8, foreignKey = SQLITE_CONSTRAINT | 3 << 8
    static let notNull = SQLITE_CONSTRAINT | 5 << 8, primaryKey = SQLITE_CONSTRAINT | 6 << 8
    static let trigger = SQLITE_CONSTRAINT | 7 << 8, unique = SQLITE_CONSTRAINT | 8 << 8
    static let rowID = SQLITE_CONSTRAINT | 10 << 8, dataType = SQLITE_CONSTRAINT | 12 << 8
  }

  private var keyColumn: String? {
    definition.rowIDField.flatMap { definition.schema.columns.indices.contains($0) ? $0 : nil }.map {
      definition.schema.columns[$0].name
    }
  }

  /// The columns that SQLite names behind the colon, as the schema spells them.
  private var namedColumns: [String] {
    let prefix = definition.schema.table + "."
    guard let start = failure.message.range(ofText: ": ") else { return [] }
    // Names may hold commas; the columns of the schema are looked for, the rest is not.
    let names = failure.message[start...].split(separator: ",").map { part in
      String(part.drop { $0 == " " })
    }
    return names.compactMap { name in
      guard name.hasPrefix(prefix) else { return nil }
      return definition.schema.column(named: String(name.dropFirst(prefix.count))).map {
        definition.schema.columns[$0].name
      }
    }
  }

  private var columnBehindLastDot: String? {
    guard let dot = failure.message.lastIndex(of: ".") else { return nil }
    return definition.schema.column(named: String(failure.message[failure.message.index(after: dot)...])).map {
      definition.schema.columns[$0].name
    }
  }

  /// Of `cannot store TEXT value in INTEGER column t.a`.
  private static func expectation(_ message: String) -> String {
    if message.contains("in INT") { return "Must be a whole number." }
    if message.contains("in REAL") { return "Must be a number." }
    if message.contains("in TEXT") { return "Must be text." }
    if message.contains("in BLOB") { return "Must be bytes." }
    return "Wrong type of value for this column."
  }

  // MARK: Conditions

  private var check: (String?, String) {
    guard let start = failure.message.range(ofText: ": ") else { return (nil, "Violates a constraint of the table.") }
    let named = String(failure.message[start...])
    let condition = expression(ofConstraint: named) ?? named
    let mentioned = Self.words(of: condition)
    let column = definition.schema.columns.first { column in mentioned.contains(SQLiteDialect.folded(column.name)) }?
      .name
    return (column, words.unmet(condition))
  }

  /// What a constraint with a name demands: SQLite tells its name alone, and the table's definition has the rest.
  private func expression(ofConstraint name: String) -> String? {
    var sql = ""
    let query = "SELECT sql FROM main.sqlite_schema WHERE type = 'table' AND lower(name) = lower(?)"
    do { try connection.rows(query, [SQLValue(definition.schema.table)]) { sql = $0.text(0) ?? "" } } catch {
      return nil
    }
    guard let start = sql.range(ofText: name + " CHECK") ?? sql.range(ofText: "\(SQLIdentifier(name)) CHECK") else {
      return nil
    }
    var depth = 0
    var expression = ""
    for character in sql[start...] {
      if character == ")" { depth -= 1 }
      if depth == 0, !expression.isEmpty { return expression }
      if depth > 0 { expression.append(character) }
      if character == "(" { depth += 1 }
    }
    return nil
  }

  /// The names in an expression, in lower case.
  private static func words(of expression: String) -> Set<String> {
    Set(
      SQLiteDialect.folded(expression).split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
  }

  // MARK: References

  private var reference: (String?, String) {
    if case .delete = change { return (nil, words.referred) }
    for (field, column) in definition.schema.columns.enumerated() {
      guard let reference = column.reference else { continue }
      let fields = reference.isOfOneValue ? [field] : reference.parts.map(\.field)
      let names = reference.isOfOneValue ? [reference.column] : reference.parts.map(\.column)
      let meant = fields.compactMap { values.value(of: $0) }.filter { !$0.isNull }
      guard meant.count == fields.count else { continue }
      let conditions = names.map { "\(SQLIdentifier($0)) = ?" }.joined(separator: " AND ")
      let sql = "SELECT 1 FROM main.\(SQLIdentifier(reference.table)) WHERE \(conditions) LIMIT 1"
      var isThere = false
      do { try connection.rows(sql, meant) { _ in isThere = true } } catch { continue }
      if !isThere { return (column.name, words.missing(in: reference.table)) }
    }
    if case .update = change { return (nil, words.referred) }
    return (nil, "The referenced row doesn't exist.")
  }
}

extension String {
  /// Where what follows the first occurrence of a text begins.
  fileprivate func range(ofText text: String) -> String.Index? {
    var position = startIndex
    while position < endIndex {
      if self[position...].hasPrefix(text) { return index(position, offsetBy: text.count) }
      position = index(after: position)
    }
    return nil
  }
}

extension SQLiteFailure {
  /// Whether the values of a change are what is wrong.
  var isConstraint: Bool { [SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_TOOBIG].contains(primaryCode) }

  /// The failure for somebody who wants to write, without paths or statements.
  func writingError(in name: String, timeLimit: Double) -> any Error {
    switch primaryCode {
    case SQLITE_FULL: TableError.unavailable("The disk is full; nothing was changed.")
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH, SQLITE_CANTOPEN:
      TableError.unavailable("The database “\(name)” or its folder is read-only on the server; nothing was changed.")
    case SQLITE_ERROR:
      RecordChangeError.refused("Can't be stored: \(message).")
    // Of a table that others refer to, found when all is stored.
    case SQLITE_CONSTRAINT: RecordChangeError.refused(message)
    case SQLITE_INTERRUPT: TableError.timeLimitReached(seconds: timeLimit)
    default: tableError(in: name, timeLimit: timeLimit)
    }
  }
}
