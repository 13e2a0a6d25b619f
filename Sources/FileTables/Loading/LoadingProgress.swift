internal import Synchronization
public import TableModel

/// How far the files of a database are loaded, for the pages and the terminal.
public final class LoadingProgress: Sendable {
  /// What is known at one moment.
  public struct Snapshot: Sendable, Equatable {
    /// How much of the files has been read, from 0 to 1.
    public var fraction = 0.0
    /// Rows that were added.
    public var rowCount = 0
    /// Whether everything is there.
    public var isComplete = false
  }

  private struct File {
    var byteCount = 0
    var position = 0
    var isLoading = true
    var rowCount = 0
    var problemCount = 0
    var problemTable: String?
    var failure: String?
  }

  private struct State {
    var files: [String: File] = [:]
    /// Which file the rows of a table come from, by names in lower case.
    var tables: [String: String] = [:]
  }

  private let state = Mutex(State())

  init() {}

  /// All files together.
  public var snapshot: Snapshot {
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
  public func notices(about table: String?) -> [TableNotice] {
    guard let table else {
      let all = snapshot
      return all.isComplete ? [] : [Self.loading(all.fraction, all.rowCount)]
    }
    return state.withLock { state in
      guard let file = state.tables[Self.folded(table)].flatMap({ state.files[$0] }) else { return [] }
      var notices: [TableNotice] = []
      if file.isLoading {
        notices.append(Self.loading(Double(file.position) / Double(max(file.byteCount, 1)), file.rowCount))
      }
      if let failure = file.failure { notices.append(TableNotice(failure)) }
      if file.problemCount > 0, let problems = file.problemTable, Self.folded(problems) != Self.folded(table) {
        let lines = file.problemCount == 1 ? "1 line of the file was" : "\(file.problemCount) lines of the file were"
        notices.append(TableNotice("\(lines) not as expected", table: problems))
      }
      return notices
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

  func announce(_ file: TableFile, byteCount: Int) {
    change(file) {
      $0 = File()
      $0.byteCount = byteCount
    }
    state.withLock { $0.tables[Self.folded(file.name)] = file.path }
  }

  func attach(_ table: String, to file: TableFile) {
    state.withLock { $0.tables[Self.folded(table)] = file.path }
  }

  func advance(_ file: TableFile, to position: Int, rowCount: Int) {
    change(file) {
      $0.position = position
      $0.rowCount = rowCount
    }
  }

  func end(_ file: TableFile, rowCount: Int, problemCount: Int, problemTable: String?, failure: String? = nil) {
    change(file) {
      $0.isLoading = false
      $0.rowCount = rowCount
      $0.problemCount = problemCount
      $0.problemTable = problemTable
      $0.failure = failure
    }
  }

  private func change(_ file: TableFile, _ body: (inout File) -> Void) {
    state.withLock { body(&$0.files[file.path, default: File()]) }
  }

  private static func folded(_ name: String) -> String {
    String(decoding: name.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }
}
