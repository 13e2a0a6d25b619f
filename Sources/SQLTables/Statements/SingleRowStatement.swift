internal import Synchronization

/// The statement that reads the row of a key, and what it selects behind the fields.
package final class SingleRowStatement: Sendable {
  package let text: StatementText
  /// The lengths of fields that may be left out.
  package let lengths: [(field: Int, resultColumn: Int)]
  private let condition: String
  private let order: [Int]
  private let bytes: Int

  fileprivate init(_ definition: TableDefinition, _ condition: String, _ order: [Int], _ bytes: Int) {
    let (selection, lengths) = PagePlan.selection(of: definition, blobsUpTo: bytes, order: order)
    text = StatementText(definition.statement(selecting: selection, where: condition))
    self.lengths = lengths
    (self.condition, self.order, self.bytes) = (condition, order, bytes)
  }

  fileprivate func isThat(_ condition: String, _ order: [Int], _ bytes: Int) -> Bool {
    self.bytes == bytes && self.order == order && self.condition == condition
  }
}

extension TableDefinition {
  /// The statement that reads the row that meets a condition.
  /// - Parameters:
  ///   - order: the fields that the row's place is told by.
  ///   - bytes: how large a blob may be so that it is brought with its row.
  package func statement(ofRowWhere condition: String, order: [Int], blobsUpTo bytes: Int) -> SingleRowStatement {
    if let known = lastSingleRow.withLock({ $0 }), known.isThat(condition, order, bytes) { return known }
    let made = SingleRowStatement(self, condition, order, bytes)
    lastSingleRow.withLock { $0 = made }
    return made
  }

  /// The text of a statement that reads one row.
  package func statement(selecting selection: String, where condition: String) -> String {
    "SELECT \(selection) FROM \(source) WHERE \(condition) LIMIT 1"
  }
}
