internal import CMicroHTTPD
internal import Logging
internal import Synchronization

/// What a running server's threads share. It outlives the daemons, which hold it by address.
final class ServerCore: Sendable {
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
  /// Whether all daemons have ended.
  let hasStopped = Atomic<Bool>(false)
  /// Bytes of the bodies of all requests under way.
  let bodyBytes = Atomic<Int>(0)
  let lastEngineMessage = Mutex("")
  let metrics: ServerMetrics
  let tracing: RequestTracing?
  let daemons = Mutex(Daemons())
  /// That of the daemon that takes connections now.
  let generation = Atomic<Int>(0)

  private let counters = (0..<8).map { _ in ServerCounters() }

  init(_ configuration: HTTPServer.Configuration, _ handler: any Handler) {
    self.configuration = configuration
    self.handler = handler
    logger = configuration.logger
    allowedHosts = configuration.allowedHosts.resolved(
      at: configuration.addresses, publicHost: configuration.publicOrigin?.host)
    metrics = ServerMetrics(configuration.metrics)
    tracing = RequestTracing(configuration.tracer)
    logsAccess = configuration.logsAccess && configuration.logger.logLevel <= .info
    limits = Limits(
      header: configuration.headerTimeout.nanoseconds, body: configuration.bodyTimeout.nanoseconds,
      idle: configuration.idleTimeout.nanoseconds, response: configuration.responseTimeout.nanoseconds,
      nanosecondsPerByte: 1_000_000_000 / UInt64(max(configuration.minimumResponseRate, 1)))
    compressor = GzipCompressor(level: configuration.compression.level)
    preparedCompressor = GzipCompressor(level: configuration.compression.preparedLevel)
  }

  func counters(for descriptor: Int32) -> ServerCounters { counters[Int(descriptor) & 7] }

  /// Has the handler answer, within a span where somebody traces.
  nonisolated(nonsending) func answer(_ request: Request) async -> Response {
    guard let tracing else { return await handled(request) }
    return await tracing.span(of: request) { await self.handled($0) }
  }

  /// What is ready.
  func readyAnswer(_ request: Request) -> Response? {
    guard let response = handler.readyResponse(to: request) else { return nil }
    tracing?.note(request, response)
    return response
  }

  /// Calls the handler; what it throws becomes an answer here, and only here.
  private nonisolated(nonsending) func handled(_ request: Request) async -> Response {
    do {
      return try await handler.respond(to: request)
    } catch let error as any ResponseConvertible {
      return error.response
    } catch  where error is CancellationError || Task.isCancelled {
      return HTTPError(.serviceUnavailable, "The request was cancelled.").response
    } catch {
      report(error, while: "answering \(request.method) \(request.loggedTarget)", request.id)
      return HTTPError(.internalServerError, "Internal server error.").response
    }
  }

  func report(_ error: any Error, while activity: @autoclosure () -> String, _ id: String) {
    logger.error("An error while \(activity()): \(error)", metadata: ["request": "\(id)"])
  }

  func logAccess(_ exchange: Exchange) {
    guard logsAccess else { return }
    let elapsed = (ContinuousClock.now - exchange.receivedAt).nanoseconds / 1000
    logger.info(
      "\(exchange.method) \(exchange.target.loggedText) \(exchange.sentStatus) \(exchange.bodyBytes) B \(elapsed) µs",
      metadata: [
        "peer": "\(exchange.client)", "status": "\(exchange.sentStatus)", "bytes": "\(exchange.bodyBytes)",
        "microseconds": "\(elapsed)", "request": "\(exchange.id)",
      ])
  }

  var requestsInFlight: Int { statistics.requestsInFlight }

  var statistics: ServerStatistics {
    var statistics = ServerStatistics()
    for counters in counters { statistics.requestsInFlight += counters.inFlight }
    statistics.connections = registry.count
    return statistics
  }
}
