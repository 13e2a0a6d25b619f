import Logging
import ServiceLifecycle
import TablePages
import UnixSignals

/// Tables built in code, beside a database: one whose provider takes two seconds for a page, and one of 100,000 rows in memory.
@main
struct ServingBenchmark {
  /// Arguments: the database, and the port to listen on.
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let port = UInt16(arguments[2]) else { return }
    var site = Site()
    site.databases = [try SQLiteDatabase.open(path: arguments[1])]
    site.options.pageCacheBytes = 0
    site.mount(SleepingProvider(), at: "/sleeping")
    try MemoryEvents.mount(on: &site)
    var configuration = HTTPServer.Configuration(addresses: [.tcp(host: "127.0.0.1", port: port)])
    configuration.logger.logLevel = .critical
    let server = try await HTTPServer(configuration: configuration, handler: TableServer(site))
    try await ServiceGroup(
      services: [server], gracefulShutdownSignals: [.sigterm, .sigint], logger: configuration.logger
    ).run()
  }
}
