import ServiceLifecycle
import TablePages

/// A server that says where it listens once it does, and stops when it is told to.
///
/// It starts inside of its service group, so that signals are heeded from the first answer on.
struct AnnouncedServer: Service {
  let server: HTTPServer
  let announce: @Sendable ([BoundAddress]) -> Void

  func run() async throws {
    announce(try server.start())
    ProgramMemory.releaseStartupCode()
    // Ends without an error when the task is cancelled too: both mean to stop.
    try? await gracefulShutdown()
    await server.stop()
  }
}
