package import TableModel

extension SiteMap {
  /// Tells the state of the lists of all databases together. It can't be told where that of one can't.
  package var listVersionSource: VersionSource {
    databases.reduce(.immediate { DataVersion(0) }) { $0.joined(with: $1.database.listVersionSource) }
  }
}
