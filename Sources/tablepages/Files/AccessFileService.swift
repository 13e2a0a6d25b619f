import Logging
import TablePages

/// Reads the access file again when it changes.
struct AccessFileService: ReloadingService {
  let file: String
  let stateAtStart: [String: FileState]
  let server: TableServer
  let logger: Logger

  var state: [String: FileState] { Self.state(of: file) }

  static func state(of file: String) -> [String: FileState] { FileState.states(of: [file]) }

  func read() throws -> AccessFile { try SiteOptions.readAccess(file) }
  func use(_ content: AccessFile) { server.reload(content) }
}
