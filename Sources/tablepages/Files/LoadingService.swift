import Glibc
import Logging
import ServiceLifecycle
import TablePages

/// Loads files while they are served, and tells how far it is.
struct LoadingService: Service {
  let loaders: [FileLoader]
  let logger: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      await withTaskGroup { group in
        for loader in loaders { group.addTask { await loader.run() } }
        group.addTask { await report() }
        await group.waitForAll()
      }
    }
    // A service that ends by itself would end the others too.
    try? await gracefulShutdown()
  }

  /// Compares all files with what was loaded of them.
  func reload() async {
    for loader in loaders {
      do { try await loader.reload() } catch is CancellationError {} catch { logger.error("\(error)") }
    }
  }

  /// All databases together.
  private var snapshot: LoadingProgress.Snapshot {
    LoadingProgress.Snapshot(of: loaders.map(\.progress.snapshot))
  }

  /// A bar where somebody looks, else a line now and then.
  private func report() async {
    let isTerminal = isatty(Output.errors.rawValue) == 1
    let start = ContinuousClock.now
    var lastLine = start
    while true {
      do { try await Task.sleep(for: .milliseconds(200)) } catch { break }
      let progress = snapshot
      if progress.isComplete { break }
      if isTerminal {
        writeBytes(Array("\r\(Self.bar(progress))\u{1B}[K".utf8), to: .errors)
      } else if lastLine.duration(to: .now) > .seconds(10) {
        lastLine = .now
        logger.notice("Loading: \(Self.words(progress))")
      }
    }
    if isTerminal { writeBytes(Array("\r\u{1B}[K".utf8), to: .errors) }
    let progress = snapshot
    guard progress.isComplete else { return }
    logger.info("Loaded \(progress.rowCount) rows in \(start.duration(to: .now))")
  }

  /// `Loading ━━━━━━━━━━━━━━────────────────── 43 % · 120000 rows`
  static func bar(_ progress: LoadingProgress.Snapshot) -> String {
    let width = 32
    let full = min(max(Int(progress.fraction * Double(width)), 0), width)
    return "Loading " + String(repeating: "━", count: full) + String(repeating: "─", count: width - full) + " "
      + words(progress)
  }

  private static func words(_ progress: LoadingProgress.Snapshot) -> String {
    "\(Int(progress.fraction * 100)) % · \(progress.rowCount) rows"
  }
}
