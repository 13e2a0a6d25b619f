package import SiteTables
package import TableModel

extension TablePresentation {
  /// The way to the table's pages.
  package func crumbs(in entry: SiteMap.DatabaseEntry) -> [Crumb] {
    entry.crumbs + [.init(title: schema.title, address: address)]
  }

  /// What a row is called; `nil` where it has no name of its own.
  package func label(of record: Record) -> String? {
    // What was written may have been read under a newer schema.
    guard fits(record) else { return nil }
    return schema.labelColumn.map { record[$0].description }.flatMap { $0.isEmpty ? nil : String($0.prefix(120)) }
  }
}
