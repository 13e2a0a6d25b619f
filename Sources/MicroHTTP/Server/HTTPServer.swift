internal import Logging
public import ServiceLifecycle

/// An HTTP/1.1 server.
public final class HTTPServer: Service {
  private let handler: any Handler
  private let configuration: Configuration

  /// Makes a server; it listens once it is started.
  /// - Throws: `ServerError` if the configuration cannot work.
  public init(configuration: Configuration = Configuration(), handler: any Handler) throws(ServerError) {
    self.handler = handler
    self.configuration = configuration
  }

  /// Listens, and answers from now on.
  /// - Returns: the addresses, with the ports that were found for port 0.
  /// - Throws: `ServerError`.
  public func start() throws(ServerError) -> [BoundAddress] { [] }

  /// Stops accepting, waits for the requests in flight up to the configuration's `drainTimeout`, and ends. Can be
  /// called more than once.
  public func stop() async {}

  /// Starts, serves until the service group shuts down gracefully or the task is cancelled, and stops.
  public func run() async throws {}

  /// What the server has done so far.
  public var statistics: ServerStatistics { ServerStatistics() }
}
