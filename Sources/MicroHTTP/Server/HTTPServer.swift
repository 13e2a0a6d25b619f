internal import Logging
public import ServiceLifecycle
internal import Synchronization

/// An HTTP/1.1 server.
///
/// Once started it serves until it is stopped, whether or not this object is kept.
public final class HTTPServer: Service {
  private enum State {
    case ready
    case running(Acceptor)
    case stopped
  }

  private let core: ServerCore
  private let state = Mutex(State.ready)

  /// Makes a server; it listens once it is started.
  /// - Throws: `ServerError` if the configuration names no address to listen on.
  public init(configuration: Configuration = Configuration(), handler: any Handler) throws(ServerError) {
    guard !configuration.addresses.isEmpty else { throw .badAddress("An empty list") }
    var configuration = configuration
    configuration.workers = min(max(configuration.workers, 1), 256)
    core = ServerCore(configuration, handler)
  }

  /// Listens, and answers from now on.
  /// - Returns: the addresses, with the ports that were found for port 0.
  /// - Throws: `ServerError`.
  public func start() throws(ServerError) -> [BoundAddress] {
    try state.withLock { state throws(ServerError) in
      guard case .ready = state else { throw .alreadyStarted }
      let certificate = try certificate()
      var sockets: [ListenSocket] = []
      for address in core.configuration.addresses { sockets += try ListenSocket.open(address) }
      try core.startDaemon(certificate: certificate)
      do throws(ServerError) {
        let acceptor = try Acceptor(core, sockets)
        try acceptor.start()
        state = .running(acceptor)
      } catch {
        core.stopDaemons()
        throw error
      }
      return sockets.map(\.address)
    }
  }

  /// Reads the files of certificate and key again, and uses them for new connections. Those that are open go on, each until its next answer.
  /// - Throws: `ServerError` if they can't be used; then everything is as it was.
  public func reloadCertificate() throws(ServerError) {
    try state.withLock { state throws(ServerError) in
      guard case .running = state, let certificate = try certificate() else { return }
      try core.startDaemon(certificate: certificate)
    }
  }

  private func certificate() throws(ServerError) -> (chain: [UInt8], key: [UInt8])? {
    guard let tls = core.configuration.tls else { return nil }
    return (try readFile(tls.certificateFile), try readFile(tls.keyFile))
  }

  /// Stops accepting, waits for the requests in flight up to the configuration's `drainTimeout`, and ends. Handlers that
  /// have not finished then are cancelled and answered 503 in their place. Can be called more than once.
  public func stop() async {
    let acceptor = state.withLock { state -> Acceptor? in
      defer { state = .stopped }
      if case .running(let acceptor) = state { return acceptor }
      return nil
    }
    guard let acceptor else { return }
    core.stopping.give()
    acceptor.stopAccepting()
    if await !wait(for: core.configuration.drainTimeout, until: { core.requestsInFlight == 0 }) {
      core.logger.warning("Requests were still in flight when the time to drain was over: \(core.requestsInFlight)")
    }
    core.suspensions.close()
    await wait(for: .seconds(2)) { core.requestsInFlight == 0 }
    acceptor.end()
    await endDaemon(acceptor)
  }

  /// Ends the workers, for which a thread of its own waits. Whoever stops the server waits for them only so long: a worker that never gets
  /// done keeps its daemon, and is ended with the process.
  private func endDaemon(_ acceptor: Acceptor) async {
    // As long as the acceptor runs it may use the daemon.
    var hasEnded = await wait(for: Self.patience, until: { acceptor.isEnded })
    let core = core
    if hasEnded, startThread({ core.stopDaemons() }) {
      hasEnded = await wait(for: Self.patience) { core.hasStopped.load(ordering: .acquiring) }
    }
    if !hasEnded { core.logger.error("The server's threads have not ended, and are left to the end of the program.") }
  }

  /// How long to wait for what takes a moment.
  private static let patience = Duration.seconds(10)

  /// Has the handler prepare itself, starts, serves until the service group shuts down gracefully or the task is cancelled, stops,
  /// and has the handler finish.
  public func run() async throws {
    try await core.handler.prepare()
    let addresses = try start()
    for address in addresses { core.logger.info("Listening on \(address)") }
    // Ends by graceful shutdown, which returns, or by cancellation, which throws: the server stops either way.
    try? await gracefulShutdown()
    await stop()
    await core.handler.finish()
  }

  /// What the server has to do at the moment.
  package var statistics: ServerStatistics { core.statistics }

  /// Asks again and again, seldom enough to cost nothing.
  /// - Returns: whether it came true in time.
  @discardableResult
  private func wait(for limit: Duration, until condition: () -> Bool) async -> Bool {
    let end = ContinuousClock.now + limit
    while !condition() {
      guard ContinuousClock.now < end else { return false }
      // Not cut short by cancellation: a server that is told to stop twice still drains.
      await Task.detached { try? await Task.sleep(for: .milliseconds(5)) }.value
    }
    return true
  }
}
