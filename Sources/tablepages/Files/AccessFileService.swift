import Logging
import TablePages

/// Reads the access file again when it changes.
struct AccessFileService: ReloadingService {
  let file: String
  let server: TableServer
  let logger: Logger

  var state: [String: FileState] { FileState.states(of: [file]) }

  func reload() async throws { server.reload(try SiteOptions.readAccess(file)) }
}
