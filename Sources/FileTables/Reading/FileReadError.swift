/// Why a file can't be read, or not to its end.
package struct FileReadError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A sentence for the person whose file it is.
  package let description: String

  init(_ description: String) { self.description = description }
}
