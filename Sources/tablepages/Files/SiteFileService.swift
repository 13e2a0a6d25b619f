import FoundationEssentials
import Logging
import ServiceLifecycle
import TablePages

/// Reads the site file and its nibs again when they change. What can't be used changes nothing, and is told.
struct SiteFileService: Service {
  let siteFile: String
  let server: TableServer
  let logger: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown { await watch() }
    // A service that ends by itself would end the others too.
    try? await gracefulShutdown()
  }

  private func watch() async {
    var folder = (try? SiteOptions.read(siteFile)).flatMap { NibFolder.path(of: $0, at: siteFile) }
    var used = state(folder)
    var seen = used
    while !Task.isCancelled {
      do { try await Task.sleep(for: .seconds(1)) } catch { return }
      let now = state(folder)
      // What changes from one look to the next is being written.
      if now == seen, now != used {
        used = now
        do {
          let file = try SiteOptions.read(siteFile)
          let nibs = try NibFolder.read(of: file, at: siteFile)
          folder = NibFolder.path(of: file, at: siteFile)
          used = state(folder)
          try server.reload(file, nibs: nibs)
          logger.notice("\(siteFile) has changed and was read again")
          for problem in try await server.problemsOfFile() { logger.warning("\(problem.line(in: siteFile))") }
        } catch {
          logger.error("\(siteFile) has changed and can't be used; what it said before holds on: \(error)")
          server.keepsLastFile(because: "\(error)")
        }
      }
      seen = now
    }
  }

  /// Which files there are, with their sizes and times.
  private func state(_ folder: String?) -> [String] {
    var states = [FileState.text(of: siteFile)]
    let names = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0) } ?? []
    for name in names.sorted() where name.hasSuffix(".html") || name.hasSuffix(".mustache") {
      states.append(FileState.text(of: (folder ?? "") + "/" + name))
    }
    return states
  }
}
