import CPostgreSQL
import Foundation

/// A connection of a test's own, as another program would have one: what the tables' answers are held against.
public final class Session {
  private let handle: OpaquePointer

  /// Connects.
  public init(_ address: String) throws {
    guard let handle = PQconnectdb(address) else { throw ServerFailure(message: "no memory") }
    self.handle = handle
    guard PQstatus(handle) == CONNECTION_OK else {
      throw ServerFailure(message: String(cString: PQerrorMessage(handle)))
    }
    cpostgresql_ignore_notices(handle)
    try execute("SET TimeZone = 'UTC'")
  }

  deinit { PQfinish(handle) }

  /// Runs statements.
  public func execute(_ sql: String) throws { _ = try rows(sql) }

  /// The rows of a query, each value as the server writes it; `nil` for nulls.
  @discardableResult public func rows(_ sql: String) throws -> [[String?]] {
    try rows(of: PQexec(handle, sql), sql)
  }

  /// The rows of a query with `$1`, `$2`, … for values.
  public func rows(_ sql: String, _ values: [String?]) throws -> [[String?]] {
    let texts = values.map { value in value.flatMap { strdup($0) } }
    defer { for text in texts { free(text) } }
    let parameters = texts.map { $0.map { UnsafePointer($0) } }
    return try rows(of: PQexecParams(handle, sql, Int32(values.count), nil, parameters, nil, nil, 0), sql)
  }

  private func rows(of result: OpaquePointer?, _ sql: String) throws -> [[String?]] {
    defer { PQclear(result) }
    guard [PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY].contains(PQresultStatus(result)) else {
      throw ServerFailure(message: String(cString: PQerrorMessage(handle)) + " in " + sql.prefix(300))
    }
    return (0..<PQntuples(result)).map { row in
      (0..<PQnfields(result)).map { column in
        PQgetisnull(result, row, column) != 0 ? nil : String(cString: PQgetvalue(result, row, column))
      }
    }
  }
}
