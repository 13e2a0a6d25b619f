public import Logging
public import MicroHTTP

/// Serves a site: its databases' tables and the tables built in code, as pages and as JSON.
public final class TableServer: Handler {
  /// - Parameters:
  ///   - publicFolder: the folder with the style sheet and the icons.
  ///   - statistics: answers what the HTTP server has done, for `/-/metrics`.
  /// - Throws: an error whose description is one sentence for the person who starts the server.
  public init(
    _ site: Site, publicFolder: String, logger: Logger = Logger(label: "TablePages"),
    statistics: @escaping @Sendable () -> ServerStatistics? = { nil }
  ) throws {}

  /// Answers a request; what goes wrong becomes a page or JSON.
  public func respond(to request: Request) async throws -> Response {
    throw HTTPError(.notImplemented)
  }
}
