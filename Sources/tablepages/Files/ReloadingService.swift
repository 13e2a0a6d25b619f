import Glibc
import Logging
import ServiceLifecycle
import TablePages

/// Reads a file again when it changes. What can't be used changes nothing, and is told.
protocol ReloadingService: Service {
  associatedtype Content

  /// The path of the file.
  var file: String { get }
  var logger: Logger { get }
  /// What all that is read was like before it was read at the start, by its paths.
  var stateAtStart: [String: FileState] { get }
  /// What it is like now.
  var state: [String: FileState] { get }
  /// Reads everything again.
  func read() throws -> Content
  /// Goes on with what was read.
  func use(_ content: Content) async throws
  /// What was read last holds on.
  func keepsLast(because error: any Error)
}

extension ReloadingService {
  func run() async throws {
    await cancelWhenGracefulShutdown {
      var used = stateAtStart
      await FileWatch.run(using: used, look: { state }) { now in
        if await reload(now) { used = now }
        return used
      }
    }
    // A service that ends by itself would end the others too.
    try? await gracefulShutdown()
  }

  func keepsLast(because error: any Error) {}

  /// Reads the file again although it may not have changed.
  func reload() async { _ = await reload(state) }

  /// - Returns: whether that was that; `false` if somebody wrote while it was read, which may have been a part of what they write.
  private func reload(_ now: [String: FileState]) async -> Bool {
    do {
      let content = try readWhole()
      guard state == now else { return false }
      try await use(content)
      logger.notice("Reloaded \(file)")
    } catch {
      guard state == now else { return false }
      logger.error("\(file) has changed but is invalid; its previous version stays in use: \(error)")
      keepsLast(because: error)
    }
    return true
  }

  private func readWhole() throws -> Content {
    var status = stat()
    guard stat(file, &status) == 0 else { throw CommandFailure("\(file): \(String(cString: strerror(errno)))") }
    // A pipe put in the place of a file would be waited for.
    guard status.st_mode & S_IFMT == S_IFREG else { throw CommandFailure("\(file): not a file") }
    return try read()
  }
}
