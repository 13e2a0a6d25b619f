package import TableModel

extension SiteMap {
  /// Tells the state of the lists of all databases together. It can't be told where that of one can't.
  package var listVersionSource: VersionSource {
    Self.joined(databases.map(\.database.listVersionSource))
  }

  /// Tells the state of all tables together. It can't be told where that of one can't.
  package var versionSource: VersionSource {
    Self.joined((databases + columnTables).map(\.database.versionSource))
  }

  private static func joined(_ sources: [VersionSource]) -> VersionSource {
    sources.reduce(.immediate { DataVersion(0) }) { $0.joined(with: $1) }
  }
}
