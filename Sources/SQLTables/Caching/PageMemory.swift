package import BoundedWork
import TableModel

/// What rows that are read may take of the process's memory.
package struct PageMemory: Sendable {
  /// Shared by all that is being answered; `nil` for what isn't counted.
  package let budget: MemoryBudget?
  /// Bytes of one page.
  package let byteLimit: Int

  package init(budget: MemoryBudget?, byteLimit: Int) {
    self.budget = budget
    self.byteLimit = byteLimit
  }
}

extension Int {
  /// A number of bytes in the words of a message: `4 MB`.
  package var megabytes: String { self >= 1 << 20 ? "\(self >> 20) MB" : "\(self) bytes" }
}
