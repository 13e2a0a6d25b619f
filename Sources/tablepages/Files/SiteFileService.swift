import FoundationEssentials
import Logging
import SiteTables
import Synchronization
import TablePages

/// Reads the site file and its nibs again when they change.
final class SiteFileService: ReloadingService {
  struct Content {
    let site: SiteFile
    let nibs: NibSources
  }

  let file: String
  let stateAtStart: [String: FileState]
  let server: TableServer
  let logger: Logger
  /// The path of the folder of nibs that the file names.
  private let folder: Mutex<String?>

  init(file: String, stateAtStart: [String: FileState], server: TableServer, logger: Logger) {
    self.file = file
    self.stateAtStart = stateAtStart
    self.server = server
    self.logger = logger
    folder = Mutex(Self.folder(of: file))
  }

  var state: [String: FileState] { Self.state(of: file, folder.withLock(\.self)) }

  /// What the file and its nibs are like now.
  static func state(of file: String) -> [String: FileState] { state(of: file, folder(of: file)) }

  func read() throws -> Content {
    let site = try SiteOptions.read(file)
    // Else what it restricts would be open while somebody writes to it.
    guard !site.isEmpty else { throw SiteFileError(problems: [.emptyFile]) }
    return Content(site: site, nibs: try NibFolder.read(of: site, at: file))
  }

  func use(_ content: Content) async throws {
    folder.withLock { $0 = NibFolder.path(of: content.site, at: file) }
    try server.reload(content.site, nibs: content.nibs)
    for problem in try await server.problemsOfFile() { logger.warning("\(problem.line(in: file))") }
  }

  func keepsLast(because error: any Error) { server.reportReloadFailure("\(error)") }

  private static func folder(of file: String) -> String? {
    (try? SiteOptions.read(file)).flatMap { NibFolder.path(of: $0, at: file) }
  }

  private static func state(of file: String, _ folder: String?) -> [String: FileState] {
    let names = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0) } ?? []
    let nibs = names.sorted().filter { $0.hasSuffix(".html") || $0.hasSuffix(".mustache") }
    return FileState.states(of: [file] + nibs.map { (folder ?? "") + "/" + $0 })
  }
}
