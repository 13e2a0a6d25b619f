import Logging
import ServiceLifecycle
import TablePages

/// Reads the access file again when it changes. What can't be used changes nothing, and is told.
struct AccessFileService: Service {
  let accessFile: String
  let server: TableServer
  let logger: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown { await watch() }
    // A service that ends by itself would end the others too.
    try? await gracefulShutdown()
  }

  private func watch() async {
    var used = FileState.text(of: accessFile)
    var seen = used
    while !Task.isCancelled {
      do { try await Task.sleep(for: .seconds(1)) } catch { return }
      let now = FileState.text(of: accessFile)
      // What changes from one look to the next is being written.
      if now == seen, now != used {
        used = now
        do {
          server.reload(try SiteOptions.readAccess(accessFile))
          logger.notice("\(accessFile) has changed and was read again")
        } catch {
          logger.error("\(accessFile) has changed and can't be used; what it said before holds on: \(error)")
        }
      }
      seen = now
    }
  }
}
