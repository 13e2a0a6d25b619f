/// Settings that a connection needs, whatever the server's own are.
struct SessionSettings {
  private let values: [(name: String, value: String)]

  /// What makes the server write values in one way, and read literals so.
  static let textForms = SessionSettings(values: [
    ("DateStyle", "ISO, YMD"), ("IntervalStyle", "postgres"), ("TimeZone", "UTC"), ("extra_float_digits", "1"),
    ("standard_conforming_strings", "on"),
  ])

  /// What pages are read with: one state of the data for all that is asked together, and no way to change them.
  static func ofReading(timeLimit milliseconds: Int) -> SessionSettings {
    SessionSettings(
      values: [("default_transaction_read_only", "on"), ("default_transaction_isolation", "repeatable read")]
        + limits(milliseconds) + textForms.values)
  }

  /// The same for one transaction, which says itself what it does.
  static func ofTransaction(timeLimit milliseconds: Int) -> SessionSettings {
    SessionSettings(values: limits(milliseconds) + textForms.values)
  }

  private static func limits(_ milliseconds: Int) -> [(name: String, value: String)] {
    [("statement_timeout", String(milliseconds)), ("idle_in_transaction_session_timeout", "1h")]
  }

  /// The statements that set them as long as the connection lasts.
  var statements: String { values.map { "SET \($0.name) = '\($0.value)'" }.joined(separator: "; ") }

  /// Sets them until the transaction ends.
  var ofTransaction: PostgreSQLRequest {
    let calls = values.map { "pg_catalog.set_config('\($0.name)', '\($0.value)', true)" }
    return PostgreSQLRequest(sql: "SELECT \(calls.joined(separator: ", "))", values: [])
  }
}
