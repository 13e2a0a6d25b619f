internal import SQLTables
internal import TableModel

/// Rows of a file as they were before a change, every byte of them, with what the change made of them.
struct RowSnapshot: RecordSnapshot {
  /// A row before and after.
  struct Row {
    var table: String
    /// The row as it was; `nil` if it was not there.
    var before: Image?
    /// Where it is since; `nil` if it is gone.
    var after: RowPlace?
    /// What it holds since.
    var version: RowVersion?
  }

  /// A row as it is stored.
  struct Image: Hashable {
    let place: RowPlace
    let values: [SQLValue]

    var version: RowVersion { RowVersion(values.map { RecordValue(exactly: $0, mark: [0]) }) }
  }

  /// The rows in the order in which they are put back.
  var rows: [Row]
  /// What the values of a table's rows are, by its name.
  var parts: [String: [String]]

  var byteCount: Int {
    rows.reduce(0) { $0 + 160 + ($1.before?.byteCount ?? 0) }
  }

  /// The names of the tables whose rows these are.
  var tables: Set<String> { Set(rows.map(\.table)) }
}

extension RowSnapshot.Image {
  /// What keeping it takes.
  var byteCount: Int {
    values.reduce(0) { count, value in
      switch value {
      case .null, .integer, .real: count + 40
      case .text(let bytes), .blob(let bytes): count + 72 + bytes.count
      }
    }
  }
}

extension RecordValue {
  /// The value; a text that is not valid UTF-8 as its bytes, behind a mark that tells it from other bytes.
  fileprivate init(exactly value: SQLValue, mark: [UInt8] = []) {
    if case .text(let bytes) = value, String(validating: bytes, as: UTF8.self) == nil {
      self = .blob(mark + bytes)
    } else {
      self.init(value)
    }
  }
}

/// Reads and writes rows as they are stored.
final class StoredRows {
  private let connection: SQLiteConnection
  private let tables: StoredTables
  private var statements: [String: SQLiteStatement] = [:]

  init(_ connection: SQLiteConnection, _ tables: StoredTables) {
    self.connection = connection
    self.tables = tables
  }

  /// The row at a place; `nil` if there is none.
  func image(_ table: StoredTables.Table, at place: RowPlace) throws -> RowSnapshot.Image? {
    let statement = try statement(table.selection)
    defer { statement.reset() }
    for value in place.values { statement.bind(value) }
    guard try statement.step() else { return nil }
    return RowSnapshot.Image(place: place, values: table.parts.indices.map(statement.value))
  }

  /// What names the row at a place, and all that it holds; `nil` if there is none.
  func text(_ table: StoredTables.Table, at place: RowPlace) throws -> (key: String, text: RowText)? {
    let statement = try statement(table.keyedSelection)
    defer { statement.reset() }
    for value in place.values { statement.bind(value) }
    guard try statement.step() else { return nil }
    let parts = table.keys.indices.map { RowKey.Part(statement.value(1 + $0)) }
    let rowID = table.rowID.map { _ in Int64(statement.integer(0)) }
    let key = RowKey(naming: parts, rowID: rowID) ?? RowKey(parts)
    let values = table.columns.indices.map { RecordValue(exactly: statement.value(1 + table.keys.count + $0)) }
    return (key.encoded(table.keyForms), RowText(table.columns, values))
  }

  func insert(_ image: RowSnapshot.Image, into table: StoredTables.Table) throws {
    try run(.insert(into: table.name, table.parts, returning: [], in: SQLiteDialect()), image.values)
  }

  /// Makes a row another one; values that stay are not written, so that no more happens because of it than has to.
  func update(_ current: RowSnapshot.Image, to image: RowSnapshot.Image, in table: StoredTables.Table) throws {
    let changed = table.parts.indices.filter { current.values[$0] != image.values[$0] }
    guard !changed.isEmpty else { return }
    try run(
      .update(table.name, changed.map { table.parts[$0] }, where: table.condition, in: SQLiteDialect()),
      changed.map { image.values[$0] } + current.place.values)
  }

  func delete(_ place: RowPlace, from table: StoredTables.Table) throws {
    try run(.delete(from: table.name, where: table.condition, in: SQLiteDialect()), place.values)
  }

  private func run(_ change: RowStatement, _ values: [SQLValue]) throws {
    let statement = try statement(change.sql)
    defer { statement.reset() }
    for value in values { statement.bind(value) }
    while try statement.step() {}
  }

  private func statement(_ sql: String) throws -> SQLiteStatement {
    if let known = statements[sql] { return known }
    let statement = try connection.prepared(sql)
    if statements.count >= 64 { statements.removeAll() }
    statements[sql] = statement
    return statement
  }
}
