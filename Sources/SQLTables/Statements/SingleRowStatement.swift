internal import Synchronization

/// The statement that reads the row of a key, and what it selects behind the fields.
package final class SingleRowStatement: Sendable {
  package let text: StatementText
  /// The lengths of fields that may be left out.
  package let lengths: [(field: Int, resultColumn: Int)]
  /// How many columns of the result they and the fields are.
  package let resultColumns: Int
  fileprivate let bytes: Int
  private let condition: String
  private let order: [Int]

  /// - Parameter besides: what is selected behind the fields and the lengths.
  fileprivate init(
    _ definition: TableDefinition, where condition: String, order: [Int], _ bytes: Int, besides: [String] = []
  ) {
    let (selection, lengths) = PagePlan.selection(of: definition, blobsUpTo: bytes, order: order)
    text = StatementText(
      definition.statement(selecting: ([selection] + besides).joined(separator: ", "), where: condition))
    self.lengths = lengths
    resultColumns = definition.expressions.count + lengths.count
    (self.condition, self.order, self.bytes) = (condition, order, bytes)
  }

  fileprivate func isThat(_ condition: String, _ order: [Int], _ bytes: Int) -> Bool {
    self.bytes == bytes && self.order == order && self.condition == condition
  }

  /// Those that were last asked for: nearly always the next are the same.
  struct Last {
    var alone, besideOthers: SingleRowStatement?
  }
}

extension TableDefinition {
  /// The statement that reads the row that meets a condition.
  /// - Parameters:
  ///   - order: the fields that the row's place is told by.
  ///   - bytes: how large a blob may be so that it is brought with its row.
  package func statement(ofRowWhere condition: String, order: [Int], blobsUpTo bytes: Int) -> SingleRowStatement {
    if let known = lastSingleRows.withLock(\.alone), known.isThat(condition, order, bytes) { return known }
    let made = SingleRowStatement(self, where: condition, order: order, bytes)
    lastSingleRows.withLock { $0.alone = made }
    return made
  }

  /// The statement that reads the row of a row id, and in two more columns the row ids before and behind it, null where there is none: all
  /// that the page of a row needs of its table, found in one go.
  /// - Parameter rowID: `orderingRowID`.
  package func statement(ofRowAndNeighboursBy rowID: Int, blobsUpTo bytes: Int) -> SingleRowStatement {
    if let known = lastSingleRows.withLock(\.besideOthers), known.bytes == bytes { return known }
    let id = expressions[rowID]
    let made = SingleRowStatement(
      self, where: "\(id) = ?1", order: [rowID], bytes,
      besides: [
        "(SELECT \(id) FROM \(source) WHERE \(id) < ?1 ORDER BY \(id) DESC LIMIT 1)",
        "(SELECT \(id) FROM \(source) WHERE \(id) > ?1 ORDER BY \(id) LIMIT 1)",
      ])
    lastSingleRows.withLock { $0.besideOthers = made }
    return made
  }

  /// The text of a statement that reads one row.
  package func statement(selecting selection: String, where condition: String) -> String {
    "SELECT \(selection) FROM \(source) WHERE \(condition) LIMIT 1"
  }
}
