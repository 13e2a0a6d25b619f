/// Who reads or changes a table, as the server knows them.
public struct TableVisitor: Sendable, Hashable {
  /// The name of a visitor who has signed in; `nil` for anyone else.
  public var name: String?
  /// The names of the roles that the visitor has.
  public var roles: [String]
  /// Whether the visitor may change the table.
  public var mayChange: Bool

  /// A visitor.
  public init(name: String? = nil, roles: [String] = [], mayChange: Bool = false) {
    self.name = name
    self.roles = roles
    self.mayChange = mayChange
  }

  /// A visitor who has not signed in and may only read.
  public static let anyone = TableVisitor()
}
