import FoundationEssentials
import Logging
import Synchronization
import TablePages

/// Reads the site file and its nibs again when they change.
final class SiteFileService: ReloadingService {
  let file: String
  let server: TableServer
  let logger: Logger
  /// The path of the folder of nibs that the file names.
  private let folder: Mutex<String?>

  init(file: String, server: TableServer, logger: Logger) {
    self.file = file
    self.server = server
    self.logger = logger
    folder = Mutex((try? SiteOptions.read(file)).flatMap { NibFolder.path(of: $0, at: file) })
  }

  var state: [String: FileState] {
    let folder = folder.withLock(\.self)
    let names = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0) } ?? []
    let nibs = names.sorted().filter { $0.hasSuffix(".html") || $0.hasSuffix(".mustache") }
    return FileState.states(of: [file] + nibs.map { (folder ?? "") + "/" + $0 })
  }

  func reload() async throws {
    let site = try SiteOptions.read(file)
    let nibs = try NibFolder.read(of: site, at: file)
    folder.withLock { $0 = NibFolder.path(of: site, at: file) }
    try server.reload(site, nibs: nibs)
    for problem in try await server.problemsOfFile() { logger.warning("\(problem.line(in: file))") }
  }

  func keepsLast(because error: any Error) { server.keepsLastFile(because: "\(error)") }
}
