internal import SQLTables
internal import TableModel
internal import TextCoding

/// Runs one statement of a visitor on a connection.
struct StatementReader {
  let query: QueryStatement
  let statement: VisitorStatement
  let memory: PageMemory
  /// Asks on the connection.
  let answers: ([PostgreSQLRequest]) async throws -> [PostgreSQLRows]
  /// Rows that are looked at to tell how a column is best shown.
  private static let sampleSize = 100

  func result() async throws -> StatementResult {
    do {
      let check = StatementGuard(statement: statement)
      try check.checkNames()
      try check.check(try await answers([check.request])[0])
      let text = String(decoding: statement.sql, as: UTF8.self)
      guard !query.isExplained else {
        return try page(try await rows("EXPLAIN \(text)"), [.init(name: "QUERY PLAN", type: 25)], isGuarded: false)
      }
      let columns = try await answers([.description(of: "SELECT * FROM (\n\(text)\n) AS q")])[0].columns
      return try page(try await rows(try guarded(text, columns)), columns, isGuarded: true)
    } catch let failure as PostgreSQLFailure {
      throw StatementError(failure, in: statement) as (any Error)? ?? failure
    }
  }

  /// The statement with its values in the forms that are read here, and whether a row is as short as rows may be: one that isn't stays where it is.
  private func guarded(_ text: String, _ columns: [PostgreSQLRows.Column]) throws(StatementError) -> String {
    let names = columns.indices.map { "c\($0 + 1)" }
    let values = zip(names, columns).map { name, column in
      BinaryForm(type: column.type) == .text || column.type == Self.numberOfObject
        ? "CAST(s.\(name) AS text)" : "s.\(name)"
    }
    let list = names.isEmpty ? "" : "(\(names.joined(separator: ", ")))"
    return """
      SELECT s.isshort\(values.map { ", CASE WHEN s.isshort THEN \($0) END" }.joined()) FROM (
      SELECT q.*, octet_length(CAST(q AS text)) <= \(memory.byteLimit) AS isshort FROM (
      \(text)
      ) AS q\(list) OFFSET 0) AS s\(try ordering(columns)) LIMIT \(query.rowLimit + 1) OFFSET \(query.rowOffset)
      """
  }

  /// `oid`, whose numbers have no sign.
  private static let numberOfObject: UInt32 = 26

  private func ordering(_ columns: [PostgreSQLRows.Column]) throws(StatementError) -> String {
    guard let name = query.sortColumn else { return "" }
    guard let place = Self.uniqueNames(columns).firstIndex(of: name) else {
      throw StatementError("The result has no column “\(name)” to sort by", parameters: statement.parameters)
    }
    return " ORDER BY s.c\(place + 1)\(query.isDescending ? " DESC" : "")"
  }

  private func rows(_ sql: String) async throws -> PostgreSQLRows {
    var request = PostgreSQLRequest(sql: sql, values: statement.values(query.parameters))
    request.byteLimit = memory.byteLimit
    return try await answers([request])[0]
  }

  // MARK: Rows

  private func page(
    _ rows: PostgreSQLRows, _ columns: [PostgreSQLRows.Column], isGuarded: Bool
  ) throws -> StatementResult {
    let first = isGuarded ? 1 : 0
    var builder = RecordPageBuilder(
      fieldCount: columns.count, rows: min(query.rowLimit, 1_000), byteCapacity: 8 * 1_024, limit: memory.byteLimit,
      budget: memory.budget)
    var textBytes = Int.max
    if case .excerpt(let limit) = query.values { textBytes = max(limit, 4) }
    let appending = RowAppending(
      width: columns.count, first: first, textBytes: textBytes, blobLengths: [], byteLimit: memory.byteLimit)
    var guesses = columns.map {
      ColumnTypeInference(name: $0.name, declaredType: "", spelling: $0.isDecimal ? .verbatim : nil)
    }
    var isTruncated = rows.isCut
    for row in 0..<rows.count {
      let isShort = !isGuarded || rows.integer(row, 0) != 0
      guard isShort || builder.rowCount > 0 else { throw tooLarge }
      guard isShort, builder.rowCount < query.rowLimit, try appending.append(rows, row, to: &builder) else {
        isTruncated = true
        break
      }
      guard row < Self.sampleSize else { continue }
      for column in columns.indices {
        switch rows.value(row, column + first) {
        case .text(let bytes): guesses[column].sample(bytes.span.extracting(first: 16_384))
        case .blob: break
        case let value: guesses[column].sample(value)
        }
      }
    }
    return StatementResult(
      builder.finish(schema(columns, guesses)), parameters: statement.parameters, isTruncated: isTruncated)
  }

  private var tooLarge: StatementError {
    StatementError(
      "A row of the result is larger than \(memory.byteLimit.megabytes): select fewer columns, or shorten values, such as left(column, 1000)",
      parameters: statement.parameters)
  }

  private func schema(_ columns: [PostgreSQLRows.Column], _ guesses: [ColumnTypeInference]) -> RecordSchema {
    let described = zip(Self.uniqueNames(columns), zip(columns, guesses)).map { name, column in
      var described = RecordSchema.Column(name)
      column.1.meaning(of: column.0.fieldType, isIdentifier: false).describe(&described)
      if column.0.isDecimal { described.spelling = .verbatim }
      return described
    }
    return RecordSchema(table: "", isView: true, columns: described, keyFields: [])
  }

  /// The names of the result's columns; of those that share a name the later ones get a number.
  private static func uniqueNames(_ columns: [PostgreSQLRows.Column]) -> [String] {
    var taken = Set<String>()
    return columns.map { column in
      var unique = column.name
      var number = 2
      while !taken.insert(unique).inserted {
        unique = "\(column.name)_\(number)"
        number += 1
      }
      return unique
    }
  }
}

extension StatementError {
  /// What its writer can mend, in the server's own words; `nil` for what is not the statement's fault.
  init?(_ failure: PostgreSQLFailure, in statement: VisitorStatement) {
    switch failure.code {
    case "25006": self.init(VisitorStatement.readOnlyMessage, parameters: statement.parameters)
    case "42501": self.init("The server's user may not read this", parameters: statement.parameters)
    case _ where ["42", "22", "21", "0A", "54", "2B", "2F"].contains(failure.code.prefix(2)):
      self.init(failure.message, parameters: statement.parameters)
    default: return nil
    }
  }
}

extension PostgreSQLRows.Column {
  /// How values of the built-in types are shown (`pg_type.dat` in PostgreSQL's sources); `nil` for texts, of which the values are looked at.
  fileprivate var fieldType: FieldType? {
    switch type {
    case 16: .boolean
    case 17: .blob
    case 20, 21, 23, 700, 701, 1700: .number(fractionDigits: nil)
    case 114, 3802: .json
    case 1082: .date
    case 1114, 1184: .timestamp
    default: nil
    }
  }

  fileprivate var isDecimal: Bool { type == 1700 }
}
