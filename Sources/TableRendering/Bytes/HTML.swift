package import TableModel

/// Markup that was made safely: written in code, or by a `ByteSink`, which escapes what is data.
///
/// It is the one type that a nib's `{{{name}}}` writes as it is.
public struct HTML: Sendable, Hashable {
  /// The markup in UTF-8.
  package let bytes: [UInt8]

  /// Markup that code writes into a sink.
  public init(_ write: (inout ByteSink) throws -> Void) rethrows {
    var sink = ByteSink(capacity: 512)
    try write(&sink)
    bytes = sink.withBytes { Array($0) }
  }

  /// What was written into a sink that goes on to others. Copies.
  /// - Throws: `TableError` if it is larger than it may be, or if there was no memory for it.
  package init(_ sink: borrowing ByteSink) throws(TableError) {
    try sink.checkSize()
    bytes = sink.withBytes { Array($0) }
  }

  /// Markup from a source that is trusted as the program itself is, such as a file that belongs to it. Never data.
  public init(trusted markup: String) { bytes = Array(markup.utf8) }
}

extension HTML: ExpressibleByStringLiteral {
  /// Markup written in code. A `StaticString`, so that interpolated data does not compile.
  public init(stringLiteral value: StaticString) { bytes = value.withUTF8Buffer { Array($0) } }
}

extension HTML: CustomStringConvertible {
  /// The markup itself.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}
