import Logging
import ServiceLifecycle

/// Reads a file again when it changes. What can't be used changes nothing, and is told.
protocol ReloadingService: Service {
  /// The path of the file.
  var file: String { get }
  var logger: Logger { get }
  /// What tells one state of all that is read from another.
  var state: [String] { get }
  /// Reads everything again, and goes on with it.
  func reload() async throws
  /// What was read last holds on.
  func keepsLast(because error: any Error)
}

extension ReloadingService {
  func run() async throws {
    await cancelWhenGracefulShutdown { await watch() }
    // A service that ends by itself would end the others too.
    try? await gracefulShutdown()
  }

  func keepsLast(because error: any Error) {}

  private func watch() async {
    var used = state
    var seen = used
    while !Task.isCancelled {
      do { try await Task.sleep(for: .seconds(1)) } catch { return }
      let now = state
      // What changes from one look to the next is being written.
      if now == seen, now != used {
        used = now
        do {
          try await reload()
          logger.notice("\(file) has changed and was read again")
        } catch {
          logger.error("\(file) has changed and can't be used; what it said before holds on: \(error)")
          keepsLast(because: error)
        }
      }
      seen = now
    }
  }
}
