import BoundedWork
import CoreMetrics
import ExampleTables
import Logging
import SavedQueries
import SitePages
import SiteTables
import TablePages

extension SiteOptions {
  /// The databases of the files of records among those named: one, and one for each subfolder.
  func fileDatabases(_ served: ServedFiles, logger: Logger) throws -> [FileDatabase] {
    var databases: [FileDatabase] = []
    do {
      for group in served.groups {
        databases.append(try FileDatabase(group, cache: cache, recordLimit: maxRecordSize << 20, logger: logger))
      }
    } catch {
      for database in databases { database.remove() }
      throw error
    }
    return databases
  }

  /// What answers the requests: the named files, or the sample and the examples.
  func handler(
    sample: SampleDatabase?, served: ServedFiles, files: [FileDatabase] = [], owner: OwnerToken? = nil,
    maximumBodySize: Int? = nil, livePages: Int? = nil, separatesAdministration: Bool = false, logger: Logger,
    metrics: any MetricsFactory = NOOPMetricsHandler.instance
  ) async throws -> TableServer {
    let secret = try theSecret()
    var site = try await site(
      sample: sample, served: served, files: files, logger: logger, maximumBodySize: maximumBodySize, secret: secret)
    if let maximumBodySize { site.options.maximumBodySize = maximumBodySize }
    if let livePages { site.options.livePages = livePages }
    if let siteFile {
      site.file = try Self.read(siteFile)
      take(site.file.settings, into: &site.options)
      site.nibs = try NibFolder.read(of: site.file, at: siteFile)
      // One file may tell of more databases than are served today.
      for problem in try site.remarksOnFile() { logger.warning("\(problem.line(in: siteFile))") }
    }
    if let accessFile { site.access = try Self.readAccess(accessFile) }
    site.ownerToken = owner?.token.hash
    site.secret = secret
    if sharedState, let address = served.servers.first { site.shared = try await SharedState.open(address) }
    if let savedQueries { site.savedQueries = try Self.savedQueries(savedQueries) }
    site.options.separatesAdministration = separatesAdministration
    return try await TableServer(site, publicFolder: publicFolder, logger: logger, metrics: metrics)
  }

  /// What is served, without what a site file says about it.
  /// - Parameter maximumBodySize: how large a value may be that somebody stores: what is stored can be read, changed and handed out again.
  func site(
    sample: SampleDatabase?, served: ServedFiles, files: [FileDatabase], logger: Logger, maximumBodySize: Int? = nil,
    secret: String? = nil
  ) async throws -> Site {
    var site = Site()
    site.options.basePath = basePath
    site.options.language = language
    site.options.pageSize = pageSize
    site.options.allowsQueries = !noSQL
    site.options.allowsOtherOrigins = cors
    site.options.maximumPageSize = maxPageSize
    site.options.pageCacheBytes = pageCache << 20
    site.options.memory = MemoryBudget(limit: limits.answerMemory << 20)
    site.options.answerByteLimit = limits.maxAnswerSize << 20
    site.options.searchTimeLimitSeconds = limits.searchTimeLimit
    SQLiteMemory.setLimit(max(limits.maxAnswerSize << 21, maximumBodySize.map { $0 * 3 } ?? 0))
    DatabaseCacheBudget.shared.setLimit(
      kibibytes: limits.databaseCache.map { $0 << 10 } ?? DatabaseCacheBudget.defaultKibibytes)
    let databaseOptions = databaseOptions(site.options.memory, valueBytes: valueBytes(maximumBodySize), secret: secret)
    if let sample {
      site.databases = [try open(sample.path, databaseOptions)]
      try ExampleTables.mount(on: &site)
    } else {
      site.databases = try served.databases.map { try open($0, databaseOptions) }
      for files in files {
        var options = databaseOptions
        options.name = files.name
        options.isImmutable = false
        // What is loaded from files is loaded anew when they change: a change here would be lost.
        options.isWritable = false
        options.isFilledFromFiles = true
        options.notices = { [progress = files.loader.progress] in progress.notices(about: $0) }
        options.completeness = { [progress = files.loader.progress] in progress.completeness(of: $0) }
        site.databases.append(try open(files.loader.path, options))
      }
      site.databases += try await servers(served.servers, like: databaseOptions, logger)
    }
    return site
  }

  /// Takes what a site file says of the server, where the command line says nothing else.
  private func take(_ settings: SiteFile.Settings, into options: inout Site.Options) {
    if let most = settings.maximumPageSize, maxPageSize == Self.defaultMaximumPageSize {
      options.maximumPageSize = most
    }
    if let size = settings.pageSize, pageSize == Self.defaultPageSize {
      options.pageSize = min(size, options.maximumPageSize)
    }
    if let bytes = settings.excerptBytes { options.excerptBytes = bytes }
    if settings.allowsQueries == false { options.allowsQueries = false }
    if let allows = settings.allowsDownloads { options.allowsDownloads = allows }
  }

  /// The secret that was given, or that is in a file.
  /// - Throws: `CommandFailure` for a file that can't be read or holds none.
  private func theSecret() throws -> String? {
    guard let secretFile else { return secret }
    return try SecretFile.read(secretFile)
  }

  /// - Throws: `CommandFailure` for a file that is something else, or can't be read or made.
  private static func savedQueries(_ path: String) throws(CommandFailure) -> SavedQueryStore {
    do throws(SavedQueryError) { return try SavedQueryStore(path: path) } catch {
      guard case .unavailable(let reason) = error else { throw CommandFailure("--saved-queries \(path)") }
      throw CommandFailure("--saved-queries \(path): \(reason)")
    }
  }

  /// - Throws: `CommandFailure` with file, line and column of what is wrong.
  static func read(_ siteFile: String) throws -> SiteFile {
    let yaml = try TextFile.read(siteFile)
    do {
      return try SiteFile(yaml: yaml)
    } catch {
      throw CommandFailure("\(siteFile):\(error)")
    }
  }

  /// - Throws: `CommandFailure` with file, line and column of what is wrong.
  static func readAccess(_ accessFile: String) throws -> AccessFile {
    let yaml = try TextFile.read(accessFile)
    do {
      return try AccessFile(yaml: yaml)
    } catch {
      throw CommandFailure("\(accessFile):\(error)")
    }
  }

  /// Opens a database that comes while others are served.
  func open(_ path: String, in options: Site.Options, maximumBodySize: Int) throws -> SQLiteDatabase {
    try open(
      path, databaseOptions(options.memory, valueBytes: valueBytes(maximumBodySize), secret: try theSecret()))
  }

  /// How large a value may be.
  private func valueBytes(_ maximumBodySize: Int?) -> Int {
    max(limits.maxAnswerSize << 20, (maximumBodySize ?? 0) + (1 << 20))
  }

  private func databaseOptions(_ memory: MemoryBudget, valueBytes: Int, secret: String?) -> SQLiteDatabase.Options {
    var options = SQLiteDatabase.Options()
    limits.set(in: &options)
    options.memory = memory
    options.rowByteLimit = valueBytes
    options.valueByteLimit = valueBytes
    options.writeByteLimit = max(options.writeByteLimit, valueBytes * 3)
    options.isImmutable = immutable
    options.isWritable = writable
    options.keepsAudit = audit
    if let secret { options.signingKey = PageSigningKey(bytes: secret.utf8) }
    return options
  }

  private func open(_ path: String, _ options: SQLiteDatabase.Options) throws -> SQLiteDatabase {
    do {
      return try SQLiteDatabase.open(path: path, options: options)
    } catch TableError.unavailable(let message) {
      throw CommandFailure("\(path): \(message)")
    }
  }
}
