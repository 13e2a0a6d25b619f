/// Who a visitor is, as an application says that knows its own people.
public struct Identity: Sendable, Hashable {
  /// What pages, the log and handlers call the visitor.
  package var name: String
  /// The visitor's roles, as handlers are told of them.
  package var roles: [String]
  /// What the visitor may do besides what everyone may.
  package var grants: Grants

  /// Somebody the application knows.
  public init(name: String, roles: [String] = [], grants: Grants = Grants()) {
    self.name = name
    self.roles = roles
    self.grants = grants
  }
}
