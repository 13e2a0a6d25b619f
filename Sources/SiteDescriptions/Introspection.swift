/// What a site tells of itself, each below `/-/`.
package enum Introspection: String, Sendable, CaseIterable {
  case versions, settings, metadata, databases, queries, openapi
  case visitor = "actor"
  case plugins, config

  /// Whether it is about the server rather than about its data.
  package var isForAdministrators: Bool { self == .versions || self == .settings }

  /// Whether the pages of the others lead to it. The rest is there for programs that ask a Datasette for it.
  package var isLinked: Bool { ![.visitor, .plugins, .config].contains(self) }

  /// What its page is called.
  package var title: String {
    switch self {
    case .versions: "Versions"
    case .settings: "Settings"
    case .metadata: "Metadata"
    case .databases: "Databases"
    case .queries: "Queries"
    case .openapi: "Interface"
    case .visitor: "Actor"
    case .plugins: "Plugins"
    case .config: "Configuration"
    }
  }

  /// A line about it.
  package var summary: String {
    switch self {
    case .versions: "Versions of the server and its components"
    case .settings: "Settings of this server"
    case .metadata: "Titles, descriptions and other metadata"
    case .databases: "Databases served by this site"
    case .queries: "Stored and saved queries of all databases"
    case .openapi: "OpenAPI description of this site's API"
    case .visitor: "The user of this request"
    case .plugins: "Plugins: this server has none"
    case .config: "What the site file says"
    }
  }

  /// The name of its schema in the OpenAPI document.
  package var schemaName: String { self == .openapi ? "OpenAPI" : title }
}
