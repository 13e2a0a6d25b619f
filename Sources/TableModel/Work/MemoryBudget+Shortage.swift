package import BoundedWork

extension MemoryBudget {
  /// What a request is told for which there is no memory.
  package static let shortage = TableError.busy(
    "The server has too many responses in memory; try again in a moment.")
}

extension MemoryShare {
  /// Takes so many bytes.
  /// - Throws: `TableError.busy` if there are not as many.
  package convenience init(of budget: MemoryBudget, bytes: Int) throws(TableError) {
    guard budget.take(bytes) else { throw MemoryBudget.shortage }
    self.init(of: budget, takenOver: bytes)
  }
}
