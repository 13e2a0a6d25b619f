import Logging
import Synchronization

/// The lines that loggers wrote.
final class LogLines: Sendable {
  let lines = Mutex<[(text: String, metadata: Logger.Metadata)]>([])

  /// A logger that writes here.
  func logger(level: Logger.Level = .info) -> Logger {
    Logger(label: "test") { _ in LineKeeper(kept: self, logLevel: level) }
  }
}

private struct LineKeeper: LogHandler {
  let kept: LogLines
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let line = ("\(event.message)", event.metadata ?? [:])
    kept.lines.withLock { $0.append(line) }
  }
}
