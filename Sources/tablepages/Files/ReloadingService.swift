import Logging
import ServiceLifecycle
import TablePages

/// Reads a file again when it changes. What can't be used changes nothing, and is told.
protocol ReloadingService: Service {
  /// The path of the file.
  var file: String { get }
  var logger: Logger { get }
  /// What all that is read is like now, by its paths.
  var state: [String: FileState] { get }
  /// Reads everything again, and goes on with it.
  func reload() async throws
  /// What was read last holds on.
  func keepsLast(because error: any Error)
}

extension ReloadingService {
  func run() async throws {
    await cancelWhenGracefulShutdown { await FileWatch.run(using: state, look: { state }, use: use) }
    // A service that ends by itself would end the others too.
    try? await gracefulShutdown()
  }

  func keepsLast(because error: any Error) {}

  private func use(_ now: [String: FileState]) async -> [String: FileState] {
    do {
      try await reload()
      logger.notice("\(file) has changed and was read again")
    } catch {
      logger.error("\(file) has changed and can't be used; what it said before holds on: \(error)")
      keepsLast(because: error)
    }
    return now
  }
}
