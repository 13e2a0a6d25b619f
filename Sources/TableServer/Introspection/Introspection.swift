/// What a site tells of itself, each below `/-/`.
enum Introspection: String, Sendable, CaseIterable {
  case versions, settings, metadata, databases, openapi

  /// What its page is called.
  var title: String {
    switch self {
    case .versions: "Versions"
    case .settings: "Settings"
    case .metadata: "Metadata"
    case .databases: "Databases"
    case .openapi: "Interface"
    }
  }

  /// A line about it.
  var summary: String {
    switch self {
    case .versions: "The programs that this site consists of"
    case .settings: "What holds for every page of this site"
    case .metadata: "What this site says about its databases"
    case .databases: "The databases that this site serves"
    case .openapi: "Every address of this site, as OpenAPI describes it"
    }
  }
}
