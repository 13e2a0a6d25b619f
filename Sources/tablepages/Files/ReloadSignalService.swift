import Logging
import ServiceLifecycle
import UnixSignals

/// Reads everything again on SIGHUP, whether or not it seems to have changed.
struct ReloadSignalService: Service {
  /// Each reads something again.
  let reloads: [@Sendable () async -> Void]
  /// The signals, caught since before anybody could know that the server is there: until then SIGHUP would end it.
  let signals: UnixSignalsSequence
  let logger: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      for await _ in signals {
        logger.notice("SIGHUP: reading all files again")
        for reload in reloads { await reload() }
      }
    }
    // A service that ends by itself would end the others too.
    try? await gracefulShutdown()
  }
}
