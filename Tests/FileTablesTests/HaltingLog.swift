import Dispatch
import Logging

/// Holds up whoever tells of something unexpected, until it may go on.
struct HaltingLog: LogHandler {
  let gate: DispatchSemaphore
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.warning

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    gate.wait()
    gate.signal()
  }
}
