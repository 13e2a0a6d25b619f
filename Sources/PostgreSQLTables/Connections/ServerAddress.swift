internal import CPostgreSQL
internal import Glibc

/// Where a database is, and who asks it: a URL or a list of `name=value`, as libpq takes them
/// (https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING). Nothing prints it: it can hold a password.
struct ServerAddress: Sendable {
  private let text: String
  /// What the database is called there.
  let databaseName: String

  /// - Throws: `PostgreSQLFailure` for what libpq can't read.
  init(_ text: String) throws(PostgreSQLFailure) {
    self.text = text
    var reason: UnsafeMutablePointer<CChar>?
    guard let options = PQconninfoParse(text, &reason) else {
      // libpq repeats what it could not read, which may be a part of a password.
      PQfreemem(reason)
      throw PostgreSQLFailure(code: "28000", message: "not a PostgreSQL address")
    }
    defer { PQconninfoFree(options) }
    var values: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
      option += 1
    }
    databaseName =
      values["dbname"] ?? Self.environment("PGDATABASE") ?? values["user"] ?? Self.environment("PGUSER") ?? "postgres"
  }

  private static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Connects, and makes the connection one that only reads. Blocks its thread.
  /// - Parameter timeLimit: what a statement may take at most, in milliseconds.
  func connect(timeLimit: Int) throws(PostgreSQLFailure) -> PostgreSQLConnection {
    let handle = try open()
    // One state of the data for all that is asked together, and no way to change them.
    let settings = """
      SET default_transaction_read_only = on; SET default_transaction_isolation = 'repeatable read'; SET statement_timeout = \(timeLimit); \
      SET idle_in_transaction_session_timeout = '1h'; \(Self.textForms)
      """
    let result = PQexec(handle, settings)
    defer { PQclear(result) }
    guard PQresultStatus(result) == PGRES_COMMAND_OK else {
      defer { PQfinish(handle) }
      throw PostgreSQLFailure(result)
    }
    return PostgreSQLConnection(handle)
  }

  /// What makes the server write values in one way, whatever its own settings are.
  static let textForms = """
    SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres'; SET TimeZone = 'UTC'; SET extra_float_digits = 1; \
    SET standard_conforming_strings = on
    """

  /// Connects. Blocks its thread; whoever gets the connection ends it.
  func open() throws(PostgreSQLFailure) -> OpaquePointer {
    // Later names count more: what the address says of these goes before what is said here, but for the encoding.
    let names = [
      "connect_timeout", "keepalives_idle", "tcp_user_timeout", "fallback_application_name", "dbname",
      "client_encoding",
    ]
    let values = ["5", "30", "10000", "tablepages", text, "UTF8"]
    let handle = Self.withTexts(names) { names in
      Self.withTexts(values) { values in PQconnectdbParams(names, values, 1) }
    }
    guard let handle else { throw .lost }
    guard PQstatus(handle) == CONNECTION_OK else {
      defer { PQfinish(handle) }
      throw Self.failure(handle)
    }
    return handle
  }

  /// Why there is no connection. libpq has no code for it where the server answered one: its words have to do, which stay here.
  private static func failure(_ handle: OpaquePointer) -> PostgreSQLFailure {
    let message = String(cString: PQerrorMessage(handle))
    if PQconnectionNeedsPassword(handle) != 0 || message.contains("authentication failed") {
      return PostgreSQLFailure(code: "28P01", message: message)
    }
    if message.contains("does not exist") { return PostgreSQLFailure(code: "3D000", message: message) }
    if message.contains("too many") || message.contains("remaining connection slots") {
      return PostgreSQLFailure(code: "53300", message: message)
    }
    return PostgreSQLFailure(code: "08001", message: message)
  }

  private static func withTexts<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result?
  ) -> Result? {
    var copies = texts.map { strdup($0).map { UnsafePointer($0) } }
    copies.append(nil)
    defer { for copy in copies { free(UnsafeMutablePointer(mutating: copy)) } }
    return copies.withUnsafeBufferPointer { $0.baseAddress.flatMap(body) }
  }
}
