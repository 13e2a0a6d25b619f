package import SiteConfiguration

/// Who asks, found once for each request.
package struct Visitor: Sendable {
  /// How the visitor is known.
  package enum Means: Sendable {
    /// Not at all.
    case nobody
    /// By the cookie of a session that began with signing in.
    case session
    /// By what the application says.
    case application
    /// By a token in the header `Authorization`.
    case token
  }

  /// What pages, the log and audits call the visitor; `nil` for somebody unknown.
  package var name: String?
  package var means = Means.nobody
  /// What the visitor may do: what any of these grants.
  package var roles: [Grants]
  /// What the access file calls the visitor's roles.
  package var roleNames: [String] = []
  /// The same number for those alone whose pages are the same: never for two accounts, nor for one before and after its rights changed. 0 where
  /// nothing depends on who asks.
  package var audience: UInt64 = 0

  /// Somebody unknown on a site that is open to be read.
  package static let anyone = Visitor(roles: [Grants(.read)])

  package var isSignedIn: Bool { means != .nobody }

  /// What the visitor may do with a table, or with every table of a database; nothing if `nil`.
  package func permission(_ database: String, _ table: String?) -> Permission? { roles.permission(database, table) }

  /// Whether the visitor may run a query of a database's owner.
  package func mayRun(_ query: StoredQuery, of database: String) -> Bool {
    roles.contains { $0[database, .query(query.name)] != nil }
  }

  /// Whether the visitor may write statements for a database, and conditions in its language.
  package func mayWriteStatements(for database: String) -> Bool { roles.contains { $0[database, .statements] != nil } }
}
