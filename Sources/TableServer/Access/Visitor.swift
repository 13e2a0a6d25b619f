import SiteConfiguration

/// Who asks, found once for each request.
struct Visitor: Sendable {
  /// How the visitor is known.
  enum Means: Sendable {
    /// Not at all.
    case nobody
    /// By the cookie of a session that began with signing in.
    case session
    /// By a token in the header `Authorization`.
    case token
  }

  /// What pages, the log and audits call the visitor; `nil` for somebody unknown.
  var name: String?
  var means = Means.nobody
  /// What the visitor may do: what any of these grants.
  var roles: [Grants]
  /// The same number for those alone whose pages are the same: never for two accounts, nor for one before and after its rights changed. 0 where
  /// nothing depends on who asks.
  var audience: UInt64 = 0

  /// Somebody unknown on a site that is open to be read.
  static let anyone = Visitor(roles: [Grants(.read)])

  var isSignedIn: Bool { means != .nobody }

  /// What the visitor may do with a table, or with every table of a database; nothing if `nil`.
  func permission(_ database: String, _ table: String?) -> Permission? { roles.permission(database, table) }

  /// Whether the visitor may run a query of a database's owner.
  func mayRun(_ query: StoredQuery, of database: String) -> Bool {
    roles.contains { $0[database, .query(query.name)] != nil }
  }

  /// Whether the visitor may write statements for a database, and conditions in its language.
  func mayWriteStatements(for database: String) -> Bool { roles.contains { $0[database, .statements] != nil } }
}
