/// What is wrong in a nib, and where.
public struct NibError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The nib, or the partial that the mistake is in.
  package let nib: String
  /// Counted from 1.
  package let line: Int
  /// Characters from the start of the line, counted from 1.
  package let column: Int
  /// What is wrong, and what to do.
  package let message: String

  /// The same in a nib that is called otherwise, such as by its file's path.
  package func renamed(_ nib: String) -> NibError { NibError(nib: nib, line: line, column: column, message: message) }

  /// `profile.html:3:14: …`, as compilers say it.
  public var description: String { "\(nib):\(line):\(column): \(message)" }
}
