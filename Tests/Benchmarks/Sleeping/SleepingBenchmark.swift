import Logging
import ServiceLifecycle
import TablePages
import UnixSignals

/// A table whose provider takes two seconds for a page, beside a database: how much does the one hold up the other?
struct SleepingProvider: TableViewModelProvider {
  func page(_ query: TableQuery) async throws -> TablePage {
    try await Task.sleep(for: .seconds(2))
    return TablePage(title: "Sleeping", sections: [])
  }
}

@main
struct SleepingBenchmark {
  /// Arguments: the database, and the port to listen on.
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let port = UInt16(arguments[2]) else { return }
    var site = Site()
    site.databases = [try SQLiteDatabase.open(path: arguments[1])]
    site.options.pageCacheBytes = 0
    site.mount(SleepingProvider(), at: "/sleeping")
    var configuration = HTTPServer.Configuration(addresses: [.tcp(host: "127.0.0.1", port: port)])
    configuration.logger.logLevel = .critical
    let server = try await HTTPServer(configuration: configuration, handler: TableServer(site))
    try await ServiceGroup(
      services: [server], gracefulShutdownSignals: [.sigterm, .sigint], logger: configuration.logger
    ).run()
  }
}
