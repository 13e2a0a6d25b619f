package import Secrets

/// The people and programs that a site knows, and what each may do.
///
/// It is written as YAML:
///
/// ```yaml
/// everyone: read
/// roles:
///   clerks: {shop: {orders: write}}
/// users:
///   ada: {password: "$scrypt$…", roles: [clerks]}
/// tokens:
///   loader: {hash: "sha256:…", roles: [clerks], expires: 2027-01-01}
/// ```
public struct AccessFile: Sendable {
  /// What visitors may do who aren't signed in, and everybody else besides what their roles grant: read everything, unless it says something
  /// else.
  package var everyone = Grants(.read)
  /// What the roles grant.
  package var roles: [Role] = []
  /// The people and programs.
  package var accounts: [Account] = []
  /// How long somebody stays signed in, in hours.
  package var sessionHours = 12

  /// Knows nobody.
  package init() {}

  /// Reads a file.
  /// - Throws: `SiteFileError` with everything that is wrong with it.
  public init(yaml: String) throws(SiteFileError) {
    var reader = AccessFileReader()
    self = try reader.file(yaml)
  }

  /// What several accounts may do, under a name by which the site file can speak of them.
  package struct Role: Sendable, Hashable {
    /// What it is called.
    package var name: String
    /// What its accounts may do.
    package var grants: Grants

    /// A role.
    package init(_ name: String, _ grants: Grants) {
      self.name = name
      self.grants = grants
    }
  }

  /// Somebody whom the site knows.
  package struct Account: Sendable {
    /// What pages, the log and audits call them.
    package var name: String
    /// How they show that it is them.
    package var proof: Proof
    /// What they may do besides what everyone may.
    package var roles: [Role]

    /// An account.
    package init(name: String, proof: Proof, roles: [Role]) {
      self.name = name
      self.proof = proof
      self.roles = roles
    }
  }

  /// What somebody shows.
  package enum Proof: Sendable {
    /// A password, on the page for signing in.
    case password(PasswordHash)
    /// A token, in the header `Authorization` of every request, before a day (counted from 1 January 1970, UTC); for ever if `nil`.
    case token(TokenHash, expires: Int?)
  }
}
