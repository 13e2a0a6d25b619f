internal import SQLiteTables
internal import Synchronization
package import TableModel

/// How far the files of a database are loaded, for the pages and the terminal.
package final class LoadingProgress: Sendable {
  /// What is known at one moment.
  package struct Snapshot: Sendable, Equatable {
    /// How much of the files has been read, from 0 to 1.
    package var fraction = 0.0
    /// Rows that were added.
    package var rowCount = 0
    /// Whether everything is there.
    package var isComplete = false

    init(fraction: Double, rowCount: Int, isComplete: Bool) {
      (self.fraction, self.rowCount, self.isComplete) = (fraction, rowCount, isComplete)
    }

    /// What is known of several databases together.
    package init(of all: [Snapshot]) {
      fraction = all.isEmpty ? 1 : all.reduce(0) { $0 + $1.fraction } / Double(all.count)
      rowCount = all.reduce(0) { $0 + $1.rowCount }
      isComplete = all.allSatisfy(\.isComplete)
    }
  }

  private struct File {
    var byteCount = 0
    var position = 0
    var isLoading = true
    var rowCount = 0
    var problemCount = 0
    var problemTable: String?
    var failure: String?
    /// Whether its rows are still there, and it is not.
    var isGone = false
    /// Whether its tables hold all rows of the file, as it is or as it was before it changed.
    var isWhole = false

    var completeness: TableCompleteness {
      if isWhole { return .complete }
      return failure.map { .failed($0) } ?? .loading
    }
  }

  private struct State {
    var files: [String: File] = [:]
    /// Which file the rows of a table come from, by names in lower case.
    var tables: [String: String] = [:]
  }

  private let state = Mutex(State())

  init() {}

  /// All files together.
  package var snapshot: Snapshot {
    state.withLock { state in
      let files = state.files.values
      let total = files.reduce(0) { $0 + $1.byteCount }
      let done = files.reduce(0) { $0 + ($1.isLoading ? min($1.position, $1.byteCount) : $1.byteCount) }
      return Snapshot(
        fraction: total == 0 ? 1 : Double(done) / Double(total), rowCount: files.reduce(0) { $0 + $1.rowCount },
        isComplete: !files.contains(where: \.isLoading))
    }
  }

  /// What people should know of a table; of all if `nil`.
  package func notices(about table: String?) -> [TableNotice] {
    guard let table else {
      let all = snapshot
      return all.isComplete ? [] : [Self.loading(all.fraction, all.rowCount)]
    }
    return state.withLock { state in
      guard let file = state.tables[SQLiteDialect().folded(table)].flatMap({ state.files[$0] }) else { return [] }
      var notices: [TableNotice] = []
      if file.isLoading {
        notices.append(Self.loading(Double(file.position) / Double(max(file.byteCount, 1)), file.rowCount))
      }
      if file.isGone { notices.append(TableNotice("The file is gone: these are the rows that it had")) }
      if let failure = file.failure { notices.append(TableNotice(failure)) }
      if file.problemCount > 0, let problems = file.problemTable,
        SQLiteDialect().folded(problems) != SQLiteDialect().folded(table)
      {
        let lines = file.problemCount == 1 ? "1 line" : "\(file.problemCount) lines"
        notices.append(TableNotice("Problems in \(lines) of the file", table: problems))
      }
      return notices
    }
  }

  /// Whether all rows of a table are there; of every table if `nil`, or if the name is that of none yet. While a file that has changed is loaded
  /// again, its old rows are, all of them.
  package func completeness(of table: String?) -> TableCompleteness {
    state.withLock { state in
      if let path = table.flatMap({ state.tables[SQLiteDialect().folded($0)] }), let file = state.files[path] {
        return file.completeness
      }
      return state.files.values.contains { $0.completeness == .loading } ? .loading : .complete
    }
  }

  private static func loading(_ fraction: Double, _ rowCount: Int) -> TableNotice {
    let percent = min(Int(fraction * 100), 99)
    return TableNotice("Loading: \(percent) % · \(grouped(rowCount)) rows so far", isTransient: true)
  }

  /// `1234567` → `1,234,567`.
  static func grouped(_ number: Int) -> String {
    var text = ""
    let digits = String(number)
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }

  // MARK: What the loader tells

  /// A file is going to be loaded, or loaded again.
  /// - Parameter table: what its table is expected to be called.
  func announce(_ file: TableFile, as table: String, byteCount: Int) {
    change(file) {
      $0 = File(byteCount: byteCount, isWhole: $0.isWhole)
    }
    attach(table, to: file)
  }

  /// All rows are gone.
  func forget() {
    state.withLock { state in
      for path in state.files.keys { state.files[path]?.isWhole = false }
    }
  }

  func attach(_ table: String, to file: TableFile) {
    state.withLock { $0.tables[SQLiteDialect().folded(table)] = file.path }
  }

  func advance(_ file: TableFile, to position: Int, rowCount: Int) {
    change(file) {
      $0.position = position
      $0.rowCount = rowCount
    }
  }

  /// All rows of a file are there.
  /// - Parameter problemTable: where the lines are that were not as expected.
  func end(_ file: TableFile, _ loaded: LoadedFile, problemTable: String) {
    change(file) {
      $0.isLoading = false
      $0.rowCount = loaded.rowCount
      $0.problemCount = loaded.problemCount
      $0.problemTable = problemTable
      $0.failure = nil
      $0.isGone = false
      $0.isWhole = true
    }
  }

  /// A file is gone; what was there of it stays.
  func lose(_ file: TableFile) { change(file) { $0.isGone = true } }

  /// A file can't be loaded; what was there of it before stays.
  func fail(_ file: TableFile, because reason: String) {
    change(file) {
      $0 = File(byteCount: $0.byteCount, isLoading: false, failure: reason, isWhole: $0.isWhole)
    }
  }

  private func change(_ file: TableFile, _ body: (inout File) -> Void) {
    state.withLock { body(&$0.files[file.path, default: File()]) }
  }
}
