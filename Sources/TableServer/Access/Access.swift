internal import MicroHTTP

/// Decides who may do what.
final class Access: Sendable {
  /// What visitors may do who aren't known by name.
  private let everyone: Visitor

  init(everyone: Grants) { self.everyone = Visitor(roles: [everyone]) }

  /// Whether any answer depends on who asks.
  var isInUse: Bool { false }

  /// Who asks.
  /// - Throws: `PageFailure` 401 for a token that isn't known.
  func visitor(_ request: Request) throws(PageFailure) -> Visitor { everyone }

  // MARK: Rights

  /// Whether a visitor may do something with a table, or with every table of a database if `table` is `nil`.
  func allows(_ permission: Permission, _ visitor: Visitor, _ database: String, _ table: String?) -> Bool {
    visitor.permission(database, table).map { $0 >= permission } ?? false
  }

  /// - Throws: `PageFailure` 403, or 401 where signing in would help, unless a visitor may do something with a table, or with every table
  ///   of its database if `table` is `nil`.
  func check(
    _ permission: Permission, _ visitor: Visitor, on entry: SiteMap.DatabaseEntry, table: String?
  ) throws(PageFailure) {
    guard !allows(permission, visitor, entry.name, table) else { return }
    throw denial(permission, visitor, of: table ?? entry.name)
  }

  /// The same for a table built in code.
  func check(
    _ permission: Permission, _ visitor: Visitor, on entry: SiteMap.ControllerEntry
  ) throws(PageFailure) {
    guard !allows(permission, visitor, entry.accessNames.database, entry.accessNames.table) else { return }
    throw denial(permission, visitor, of: entry.controller.title)
  }

  private func denial(_ permission: Permission, _ visitor: Visitor, of place: String) -> PageFailure {
    let act =
      switch permission {
      case .read: "read"
      case .write: "change"
      case .administer: "administer"
      }
    return PageFailure(
      status: 403, messages: [PageFailure.permissionDenied], heading: "You may not \(act) “\(place)”")
  }
}

extension PageFailure {
  /// What JSON says of everything that somebody may not do, as Datasette says it.
  static let permissionDenied = "Permission denied"
}

extension SiteMap.ControllerEntry {
  /// What rules call it: the first name of its path as the database, the others as the table.
  var accessNames: (database: String, table: String?) {
    let rest = segments.dropFirst()
    return (segments.first ?? "", rest.isEmpty ? nil : rest.joined(separator: "/"))
  }
}
