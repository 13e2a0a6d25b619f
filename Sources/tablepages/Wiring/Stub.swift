import Logging
import TablePages
extension SiteOptions {
  func handler(
    sample: SampleDatabase?, logger: Logger, statistics: @escaping @Sendable () -> ServerStatistics? = { nil }
  ) throws -> some Handler {
    _ = try PublicFolder.find(named: publicFolder)
    return ClosureHandler { _ in Response(body: .text("hello")) }
  }
}
