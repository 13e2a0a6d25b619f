import ExampleTables
import Logging
import TablePages

extension SiteOptions {
  /// What answers the requests: the named files, or the sample and the examples.
  func handler(
    sample: SampleDatabase?, logger: Logger, statistics: @escaping @Sendable () -> ServerStatistics? = { nil }
  ) throws -> some Handler {
    var site = Site()
    site.options.basePath = basePath
    site.options.language = language
    site.options.pageSize = pageSize
    site.options.allowsQueries = !noSQL
    site.options.maximumPageSize = maxPageSize
    site.options.pageCacheBytes = pageCache << 20
    if let sample {
      site.databases = [try open(sample.path)]
      site.controllers = try ExampleTables.controllers()
    } else {
      site.databases = try files.map(open)
    }
    let folder = try PublicFolder.find(named: publicFolder)
    return try TableServer(site, publicFolder: folder, logger: logger, statistics: statistics)
  }

  private func open(_ path: String) throws -> SQLiteDatabase {
    var options = SQLiteDatabase.Options()
    options.isImmutable = immutable
    options.timeLimitSeconds = timeLimit
    if let secret { options.signingKey = PageSigningKey(bytes: secret.utf8) }
    do {
      return try SQLiteDatabase.open(path: path, options: options)
    } catch TableError.unavailable(let message) {
      throw CommandFailure("\(path): \(message)")
    }
  }
}
