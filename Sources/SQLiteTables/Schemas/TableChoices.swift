internal import Synchronization
package import TableModel

/// What somebody has chosen for some tables, by their folded names.
final class TableChoices<Choice: Sendable & Equatable>: Sendable {
  private let choices = Mutex<[String: Choice]>([:])

  var all: [String: Choice] { choices.withLock(\.self) }

  /// - Returns: whether anything is another now.
  func set(_ chosen: [String: Choice]) -> Bool {
    let folded = Dictionary(chosen.map { (SQLiteDialect.folded($0.key), $0.value) }) { first, _ in first }
    return choices.withLock { choices in
      defer { choices = folded }
      return choices != folded
    }
  }
}

extension SQLiteDatabase: LabelColumnConfigurable {
  /// Calls the rows of some tables by the columns that somebody has chosen, from the next look at the schema on.
  package func setLabelColumns(_ columns: [String: [String]]) {
    if openFile.location.labelColumns.set(columns) { openFile.forgetSchemas() }
  }
}

extension SQLiteDatabase: SearchIndexConfigurable {
  /// Searches some tables and views by the full-text indexes that somebody has chosen, from the next look at the schema on.
  package func setSearchIndexes(_ indexes: [String: ChosenSearchIndex]) {
    if openFile.location.searchIndexes.set(indexes) { openFile.forgetSchemas() }
  }
}
