import ServiceLifecycle
import TablePages

/// A server that says where it listens once it does, and stops when it is told to.
///
/// It starts inside of its service group, so that signals are heeded from the first answer on.
struct AnnouncedServer: Service {
  let server: HTTPServer
  /// What answers its requests, if that is to be told before the server stops.
  var handler: TableServer?
  /// From the signal to stop until no more connections are accepted.
  var stopDelay = Duration.zero
  let announce: @Sendable ([BoundAddress]) throws -> Void

  func run() async throws {
    do {
      try announce(try server.start())
    } catch {
      await server.stop()
      throw error
    }
    ProgramMemory.releaseStartupCode()
    // Ends without an error when the task is cancelled too: both mean to stop.
    try? await gracefulShutdown()
    if let handler {
      ServiceNotice.stopping.send()
      handler.announceStop()
    }
    // Not cut short by cancellation: who waits for balancers waits for them in any case.
    let delay = stopDelay
    if delay > .zero { await Task.detached { try? await Task.sleep(for: delay) }.value }
    await server.stop()
    await handler?.finish()
  }
}
