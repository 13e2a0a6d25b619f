import Synchronization
import TablePages

/// The server that is running, for the handler that it was made with and that tells what it has done.
final class RunningServer: Sendable {
  private let server = Mutex<HTTPServer?>(nil)

  /// What the server has done so far; `nil` before it is there.
  var statistics: ServerStatistics? { server.withLock { $0 }?.statistics }

  /// Called once, as soon as the server is there.
  func set(_ running: HTTPServer) { server.withLock { $0 = running } }
}
