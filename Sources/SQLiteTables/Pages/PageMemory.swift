internal import TableModel

/// What rows that are read may take of the process's memory.
struct PageMemory: Sendable {
  /// Shared by all that is being answered; `nil` for what isn't counted.
  let budget: MemoryBudget?
  /// Bytes of one page.
  let byteLimit: Int
}

extension Int {
  /// A number of bytes in the words of a message: `4 MB`.
  var megabytes: String { self >= 1 << 20 ? "\(self >> 20) MB" : "\(self) bytes" }
}

extension SQLiteDatabase.Options {
  /// For the rows of a page, or of a statement.
  var pageMemory: PageMemory { PageMemory(budget: memory, byteLimit: pageByteLimit) }
  /// For one row with every value whole.
  var rowMemory: PageMemory { PageMemory(budget: memory, byteLimit: rowByteLimit) }
}
