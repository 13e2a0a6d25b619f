package import SiteAccess
package import SiteConfiguration
import TableRendering

/// What visitors may do with what the site serves.
extension Access {
  /// - Throws: `AccessError` unless a visitor may do something with a table, or with every table of its database if `table` is `nil`.
  package func check(
    _ permission: Permission, _ visitor: Visitor, on entry: SiteMap.DatabaseEntry, table: String?
  ) throws(AccessError) {
    try check(permission, visitor, entry.name, table, called: table ?? entry.name)
  }

  /// The same for a table built in code.
  package func check(_ permission: Permission, _ visitor: Visitor, on entry: SiteMap.ControllerEntry)
    throws(AccessError)
  {
    let (database, table) = entry.accessNames
    try check(permission, visitor, database, table, called: entry.controller.title)
  }
}

extension SiteMap.ControllerEntry {
  /// What rules call it: the first name of its path as the database, the others as the table.
  package var accessNames: (database: String, table: String?) {
    let rest = segments.dropFirst()
    return (segments.first ?? tableName, rest.isEmpty ? nil : rest.joined(separator: "/"))
  }
}
