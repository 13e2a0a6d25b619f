/// What is wrong in a JSON text, and where.
public struct JSONError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Counted from 1.
  package let line: Int
  /// Characters from the start of the line, counted from 1.
  package let column: Int
  /// What is wrong, and what to do.
  package let message: String

  /// `3:14: …`, as compilers say it.
  public var description: String { "\(line):\(column): \(message)" }
}
