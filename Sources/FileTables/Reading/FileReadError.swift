/// Why a file can't be read, or not to its end.
public struct FileReadError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A sentence for the person whose file it is.
  public let description: String

  init(_ description: String) { self.description = description }
}
