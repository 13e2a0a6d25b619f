public import Secrets

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
  public var everyone = Grants(.read)
  /// What the roles grant.
  public var roles: [Role] = []
  /// The people and programs.
  public var accounts: [Account] = []
  /// How long somebody stays signed in, in hours.
  public var sessionHours = 12

  /// Knows nobody.
  public init() {}

  /// Reads a file.
  /// - Throws: `SiteFileError` with everything that is wrong with it.
  public init(yaml: String) throws(SiteFileError) {
    var reader = AccessFileReader()
    self = try reader.file(yaml)
  }

  /// What several accounts may do, under a name by which the site file can speak of them.
  public struct Role: Sendable, Hashable {
    /// What it is called.
    public var name: String
    /// What its accounts may do.
    public var grants: Grants

    /// A role.
    public init(_ name: String, _ grants: Grants) {
      self.name = name
      self.grants = grants
    }
  }

  /// Somebody whom the site knows.
  public struct Account: Sendable {
    /// What pages, the log and audits call them.
    public var name: String
    /// How they show that it is them.
    public var proof: Proof
    /// What they may do besides what everyone may.
    public var roles: [Role]

    /// An account.
    public init(name: String, proof: Proof, roles: [Role]) {
      self.name = name
      self.proof = proof
      self.roles = roles
    }
  }

  /// What somebody shows.
  public enum Proof: Sendable {
    /// A password, on the page for signing in.
    case password(PasswordHash)
    /// A token, in the header `Authorization` of every request, before a day (counted from 1 January 1970, UTC); for ever if `nil`.
    case token(TokenHash, expires: Int?)
  }
}
