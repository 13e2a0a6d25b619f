package import SiteAccess
package import SiteTables
package import TableModel

/// Tables that are made for each request.
extension SiteContext {
  /// The same, of the table of a request too.
  package func columnTable(_ entry: SiteMap.ControllerEntry) -> SiteMap.DatabaseEntry? {
    entry.isMade ? SiteMap.DatabaseEntry(entry, base: map.base, file: file) : map.columnTable(entry)
  }
}

extension SiteMap.ControllerEntry {
  /// The table of one request.
  package func made(_ path: PathParameters, for visitor: Visitor, _ context: SiteContext) async throws
    -> SiteMap.ControllerEntry
  {
    guard let make = controller.make else { return self }
    return answered(by: try await make(path, context.eventVisitor(visitor, self)))
  }
}
