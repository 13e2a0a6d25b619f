internal import CMicroHTTPD
internal import Logging
internal import Synchronization

/// What a running server's threads share. It outlives the daemon, which holds it by address.
///
/// Unchecked: `daemon` is written once, before any connection is added, and used by the thread that starts and stops.
final class ServerCore: @unchecked Sendable {
  /// Time limits in nanoseconds.
  struct Limits {
    var header, body, idle, response: UInt64
    var nanosecondsPerByte: UInt64
  }

  let configuration: HTTPServer.Configuration
  let handler: any Handler
  let limits: Limits
  let logger: Logger
  let allowedHosts: AllowedHosts
  let logsAccess: Bool
  let registry = ConnectionRegistry()
  let suspensions = Suspensions()
  let compressor: GzipCompressor
  let preparedCompressor: GzipCompressor
  /// From here on every answer closes its connection.
  let stopping = StopSignal()
  /// Whether the daemon has ended.
  let hasStopped = Atomic<Bool>(false)
  let accepted = Atomic<Int>(0)
  let refused = Atomic<Int>(0)
  let timedOut = Atomic<Int>(0)
  /// Bytes of the bodies of all requests under way.
  let bodyBytes = Atomic<Int>(0)
  let lastEngineMessage = Mutex("")
  var daemon: OpaquePointer?

  private let counters = (0..<8).map { _ in ServerCounters() }

  init(_ configuration: HTTPServer.Configuration, _ handler: any Handler) {
    self.configuration = configuration
    self.handler = handler
    logger = configuration.logger
    allowedHosts = configuration.allowedHosts.resolved(
      at: configuration.addresses, publicHost: configuration.publicOrigin?.host)
    logsAccess = configuration.logsAccess && configuration.logger.logLevel <= .info
    limits = Limits(
      header: configuration.headerTimeout.nanoseconds, body: configuration.bodyTimeout.nanoseconds,
      idle: configuration.idleTimeout.nanoseconds, response: configuration.responseTimeout.nanoseconds,
      nanosecondsPerByte: 1_000_000_000 / UInt64(max(configuration.minimumResponseRate, 1)))
    compressor = GzipCompressor(level: configuration.compression.level)
    preparedCompressor = GzipCompressor(level: configuration.compression.preparedLevel)
  }

  func counters(for descriptor: Int32) -> ServerCounters { counters[Int(descriptor) & 7] }

  /// Calls the handler; what it throws becomes an answer here, and only here.
  nonisolated(nonsending) func answer(_ request: Request) async -> Response {
    do {
      return try await handler.respond(to: request)
    } catch let error as any ResponseConvertible {
      return error.response
    } catch  where error is CancellationError || Task.isCancelled {
      return HTTPError(.serviceUnavailable, "The request was cancelled.").response
    } catch {
      report(error, while: "answering \(request.method) \(request.target)")
      return HTTPError(.internalServerError, "Internal server error.").response
    }
  }

  func report(_ error: any Error, while activity: @autoclosure () -> String) {
    logger.error("An error while \(activity()): \(error)")
  }

  func logAccess(_ exchange: Exchange) {
    guard logsAccess else { return }
    let elapsed = (ContinuousClock.now - exchange.receivedAt).nanoseconds / 1000
    logger.info(
      "\(exchange.method) \(exchange.target.text) \(exchange.sentStatus) \(exchange.bodyBytes) B \(elapsed) µs",
      metadata: [
        "peer": "\(exchange.client)", "status": "\(exchange.sentStatus)", "bytes": "\(exchange.bodyBytes)",
        "microseconds": "\(elapsed)",
      ])
  }

  var requestsInFlight: Int { statistics.requestsInFlight }

  var statistics: ServerStatistics {
    var statistics = ServerStatistics()
    for counters in counters { counters.add(to: &statistics) }
    statistics.connections = registry.count
    statistics.connectionsAccepted = accepted.load(ordering: .relaxed)
    statistics.connectionsRefused = refused.load(ordering: .relaxed)
    statistics.connectionsTimedOut = timedOut.load(ordering: .relaxed)
    return statistics
  }
}
