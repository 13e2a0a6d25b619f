internal import Synchronization
import TableModel

/// The columns that somebody has chosen for what rows are called, by the folded names of their tables.
final class LabelColumns: Sendable {
  private let columns = Mutex<[String: [String]]>([:])

  var all: [String: [String]] { columns.withLock(\.self) }

  /// - Returns: whether anything is another now.
  func set(_ chosen: [String: [String]]) -> Bool {
    let folded = Dictionary(chosen.map { (SQLiteDialect.folded($0.key), $0.value) }) { first, _ in first }
    return columns.withLock { columns in
      defer { columns = folded }
      return columns != folded
    }
  }
}

extension SQLiteDatabase: LabelColumnConfigurable {
  /// Calls the rows of some tables by the columns that somebody has chosen, from the next look at the schema on.
  package func setLabelColumns(_ columns: [String: [String]]) {
    if openFile.location.labelColumns.set(columns) { openFile.forgetSchemas() }
  }
}
