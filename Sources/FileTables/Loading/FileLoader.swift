package import Logging
internal import SQLiteTables
internal import Synchronization
internal import TableModel

/// Loads files into one SQLite file, which can be read meanwhile, and loads them again when they change.
package final class FileLoader: Sendable {
  /// How far it is.
  package let progress = LoadingProgress()
  /// The SQLite file.
  package let path: String
  private let known: Mutex<[TableFile]>
  private let recordLimit: Int
  private let database: LoadedDatabase
  private let logger: Logger
  private let isStopped = Atomic<Bool>(false)
  private let isLoading = Atomic<Bool>(false)
  private let state = Mutex(State())

  private struct State {
    /// What the files were like that were dealt with, by their paths; those that have to be looked at again are missing.
    var handled: [String: String] = [:]
    /// Those whose rows are shown.
    var shown: Set<String> = []
    /// Those of them that are gone since.
    var gone: Set<String> = []
    /// Those whose content was compared with what is kept of them, not their times alone.
    var compared: Set<String> = []
    /// Whether the SQLite file was looked through for damage.
    var isChecked = false
  }

  /// Prepares the SQLite file, which is made if it isn't there. What it holds already of files that have not changed stays.
  /// - Parameters:
  ///   - path: where the file is, in a folder that no other process keeps it in at the same time; see `CacheFolder`.
  ///   - recordLimit: bytes of a line or a record at most; what is longer is left out, and told.
  /// - Throws: `TableError.unavailable` if it can't be written to, or if there is a file already that no loader has made: it is left as it is.
  package init(
    _ files: [TableFile], into path: String, recordLimit: Int = FileLimits.recordByteCount, logger: Logger
  ) throws {
    known = Mutex(files)
    self.recordLimit = recordLimit
    self.path = path
    self.logger = logger
    database = LoadedDatabase(path: path)
    do {
      try takeUp(try database.open(files))
    } catch is DamagedDatabase {
      try takeUp(try database.remake(files))
    }
  }

  /// The files, those that were added among them.
  private var files: [TableFile] { known.withLock(\.self) }

  /// Takes files over that weren't there at the start; they are loaded like all others.
  package func add(_ files: [TableFile]) { known.withLock { $0 += files } }

  /// Loads what has changed since it was last loaded. Files that can't be read are told of in the log and on their pages; one that somebody writes to
  /// while it is read is not loaded to its end, and is loaded by the next call.
  ///
  /// Does nothing while another call is under way.
  package func load() async throws {
    guard !isLoading.exchange(true, ordering: .acquiringAndReleasing) else { return }
    defer { isLoading.store(false, ordering: .releasing) }
    try await BackgroundThread.run { [self] in
      do {
        try loadChanged(try database.open(files))
      } catch is DamagedDatabase {
        logger.warning("\(path) is damaged and is created again")
        try loadChanged(try database.remake(files))
      }
    }
  }

  /// Compares all files with what was loaded, also those that seem not to have changed, and loads those that have.
  package func reload() async throws {
    state.withLock { $0.compared = [] }
    try await load()
  }

  /// Lets go of a load that is under way; what was committed stays.
  package func stop() { isStopped.store(true, ordering: .relaxed) }

  /// Loads the files, and those that change again, until the task is cancelled.
  package func run() async {
    await withTaskCancellationHandler {
      await watch()
    } onCancel: {
      stop()
    }
  }

  private func watch() async {
    @Sendable func loadOrTell() async throws {
      do { try await load() } catch let error as CancellationError { throw error } catch { logger.error("\(error)") }
    }
    do {
      // Also where nothing seems to have changed: what is kept is compared with the files.
      try await loadOrTell()
      try await FileWatch.run(using: handled, look: { states }) { _ in
        try await loadOrTell()
        return handled
      }
    } catch {
      // It is to stop.
    }
  }

  /// The states of the files that were dealt with.
  private var handled: [String: String] {
    state.withLock { state in
      state.handled.merging(state.gone.map { ($0, Self.gone) }) { $1 }
    }
  }

  /// The same as it is now.
  private var states: [String: String] {
    let shown = state.withLock { $0.shown }
    var states: [String: String] = [:]
    // Also one that was loaded a moment ago, and is to be looked at again.
    for file in files { states[file.path] = file.state?.description ?? (shown.contains(file.path) ? Self.gone : nil) }
    return states
  }

  /// The state of a file that was there.
  private static let gone = "gone"

  // MARK: What is kept

  /// Shows what is kept of files that seem not to have changed.
  private func takeUp(_ opened: LoadedDatabase.Opened) throws {
    for file in files {
      let now = file.state
      progress.announce(file, as: opened.names.expectedTable(of: file), byteCount: now?.byteCount ?? 0)
      guard let known = try LoadedFile(file, in: opened.writer), !known.state.isEmpty, known.state == now?.description
      else { continue }
      show(file, known, opened.names)
    }
    if opened.isNew { state.withLock { $0.isChecked = true } }
  }

  private func show(_ file: TableFile, _ known: LoadedFile, _ names: TableNames) {
    state.withLock { state in
      state.handled[file.path] = known.state.isEmpty ? nil : known.state
      state.shown.insert(file.path)
      state.gone.remove(file.path)
    }
    for name in names.tables(of: file) { progress.attach(name, to: file) }
    progress.end(file, known, problemTable: names.problemTable(of: file))
  }

  // MARK: Loading

  private func loadChanged(_ opened: LoadedDatabase.Opened) throws {
    if opened.isNew {
      state.withLock { $0 = State(isChecked: true) }
      progress.forget()
    }
    if !state.withLock({ $0.isChecked }) {
      try opened.writer.check { [self] in isStopped.load(ordering: .relaxed) }
      state.withLock { $0.isChecked = true }
    }
    // Small ones first: most tables are there soon.
    let files = files.sorted { ($0.state?.byteCount ?? 0) < ($1.state?.byteCount ?? 0) }
    for file in files where file.state == nil { try noteLoss(of: file, opened) }
    for file in files where isDue(file) { try bring(file, opened) }
    for file in files where !state.withLock({ $0.compared.contains(file.path) }) { try bring(file, opened) }
  }

  /// Whether a file is another than the one that is kept. One that is gone stays as it was.
  private func isDue(_ file: TableFile) -> Bool {
    let known = handled[file.path]
    guard let now = file.state else { return known == nil }
    return known != now.description
  }

  /// Says of a file that is gone that its rows are what it held.
  private func noteLoss(of file: TableFile, _ opened: LoadedDatabase.Opened) throws {
    guard handled[file.path] != Self.gone, var loaded = try LoadedFile(file, in: opened.writer) else { return }
    // What is recorded changes, so that no page is kept that was made before.
    loaded.state = ""
    try loaded.record(of: file, in: opened.writer)
    show(file, loaded, opened.names)
    state.withLock { _ = $0.gone.insert(file.path) }
    progress.lose(file)
    logger.warning("\(file.path) is gone; its rows stay as they were")
  }

  /// Compares what a file holds with what is kept of it, and loads it if it is something else.
  private func bring(_ file: TableFile, _ opened: LoadedDatabase.Opened) throws {
    let before = file.state
    if before == nil, handled[file.path] != nil { return }
    do {
      let digest = try FileDigest(path: file.path, recordLimit: recordLimit) { [self] in
        isStopped.load(ordering: .relaxed)
      }
      guard let before else { throw FileChangedWhileRead() }
      if var known = try LoadedFile(file, in: opened.writer), known.digest == digest.text {
        let recorded = known
        known.state = file.state == before && before.isSettled ? before.description : ""
        if known != recorded { try known.record(of: file, in: opened.writer) }
        show(file, known, opened.names)
      } else {
        progress.announce(file, as: opened.names.expectedTable(of: file), byteCount: before.byteCount)
        let load = FileLoad(file, into: opened.writer, opened.names, recordLimit: recordLimit, progress, logger) {
          [self] in isStopped.load(ordering: .relaxed)
        }
        show(file, try load.run(before, digest), opened.names)
      }
    } catch is FileChangedWhileRead {
      state.withLock { $0.handled[file.path] = nil }
      return
    } catch let error where error is CancellationError || error is DamagedDatabase {
      throw error
    } catch {
      let message = Self.message(error)
      logger.error("\(file.path): \(message)")
      progress.fail(file, because: message)
      // Tried once.
      state.withLock { $0.handled[file.path] = before?.description ?? "" }
    }
    state.withLock { _ = $0.compared.insert(file.path) }
  }

  private static func message(_ error: any Error) -> String {
    if case TableError.unavailable(let message)? = error as? TableError {
      return "The rows can't be stored: \(message)."
    }
    return "\(error)"
  }
}
