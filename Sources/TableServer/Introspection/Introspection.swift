/// What a site tells of itself, each below `/-/`.
enum Introspection: String, Sendable, CaseIterable {
  case versions, settings, metadata, databases, openapi

  /// Whether it is about the server rather than about its data.
  var isForAdministrators: Bool { self == .versions || self == .settings }

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
    case .versions: "Versions of the server and its components"
    case .settings: "Settings of this server"
    case .metadata: "Titles, descriptions and other metadata"
    case .databases: "Databases served by this site"
    case .openapi: "OpenAPI description of this site's API"
    }
  }
}
