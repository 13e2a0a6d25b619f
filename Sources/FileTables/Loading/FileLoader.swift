public import Logging
internal import SQLiteTables
internal import Synchronization
internal import TableModel

/// Loads files into one SQLite file, which can be read meanwhile, and loads them again when they change.
public final class FileLoader: Sendable {
  /// How far it is.
  public let progress = LoadingProgress()
  /// The SQLite file.
  public let path: String
  private let files: [TableFile]
  private let logger: Logger
  private let isStopped = Atomic<Bool>(false)
  /// The state of the files that were loaded, by their paths.
  private let loaded = Mutex<[String: String]>([:])

  /// Prepares the SQLite file, which is made if it isn't there. What it holds already of files that have not changed stays.
  /// - Throws: `TableError.unavailable` if it can't be written to.
  public init(_ files: [TableFile], into path: String, logger: Logger) throws {
    self.files = files
    self.path = path
    self.logger = logger
    let writer = try SQLiteBulkWriter(path: path)
    let names = try TableNames(files, in: writer)
    for file in files {
      let state = file.state
      progress.announce(file, byteCount: state?.byteCount ?? 0)
      guard let known = try TableNames.recorded(file, in: writer), known.state == state?.description else { continue }
      loaded.withLock { $0[file.path] = known.state }
      for name in names.tables(of: file) { progress.attach(name, to: file) }
      progress.end(
        file, rowCount: known.rows, problemCount: known.problems, problemTable: names.problemTable(of: file))
    }
  }

  /// Loads what has changed since it was last loaded. Files that can't be read are told of in the log and on their pages.
  public func load() async throws {
    try await BackgroundThread.run { [self] in try loadChanged() }
  }

  /// Lets go of a load that is under way; what was committed stays.
  public func stop() { isStopped.store(true, ordering: .relaxed) }

  /// Loads the files, and those that change again, until the task is cancelled.
  public func run() async {
    await withTaskCancellationHandler {
      await watch()
    } onCancel: {
      stop()
    }
  }

  private func watch() async {
    try? await FileWatch.run(using: loaded.withLock(\.self), look: { states }) { _ in
      do { try await load() } catch let error as CancellationError { throw error } catch { logger.error("\(error)") }
      return loaded.withLock(\.self)
    }
  }

  private var states: [String: String] {
    var states: [String: String] = [:]
    for file in files { states[file.path] = file.state?.description ?? loaded.withLock { $0[file.path] } }
    return states
  }

  private func loadChanged() throws {
    let writer = try SQLiteBulkWriter(path: path)
    let names = try TableNames(files, in: writer)
    // Small ones first: most tables are there soon.
    for file in files.sorted(by: { ($0.state?.byteCount ?? 0) < ($1.state?.byteCount ?? 0) }) {
      let state = file.state?.description
      guard state == nil || loaded.withLock({ $0[file.path] }) != state else { continue }
      if state == nil, loaded.withLock({ $0[file.path] }) != nil { continue }
      progress.announce(file, byteCount: file.state?.byteCount ?? 0)
      do {
        let load = FileLoad(file, into: writer, names, progress, logger) { [self] in
          isStopped.load(ordering: .relaxed)
        }
        try load.run()
      } catch let error as CancellationError {
        throw error
      } catch {
        let message = Self.message(error)
        logger.error("\(file.path): \(message)")
        progress.end(file, rowCount: 0, problemCount: 0, problemTable: nil, failure: message)
      }
      // Tried once, whether it could be read or not.
      loaded.withLock { $0[file.path] = state ?? "" }
    }
  }

  private static func message(_ error: any Error) -> String {
    if case TableError.unavailable(let message)? = error as? TableError { return "The rows can't be kept: \(message)." }
    return "\(error)"
  }
}
