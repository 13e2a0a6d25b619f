package import TableModel

/// The arguments of a table's page, read once for all requests that differ in their place alone.
///
/// Going from page to page is what people do most, and the place stands at the end of each link: what is before it is read when it is
/// met for the first time. A class, so that pages and frames share it by one reference.
package final class ParsedArguments: Sendable {
  /// What was asked for; at the first page.
  package let arguments: PageArguments
  package let export: ExportOptions
  /// Whether the form of filters was sent, which is answered with another address.
  package let isFormSent: Bool
  /// What the frame of such a page is found by, and the values that it is filled with.
  package let frame: FrameArguments, values: [String]

  package init(_ arguments: PageArguments, _ export: ExportOptions, isFormSent: Bool) {
    var arguments = arguments
    arguments.query.position = .first
    self.arguments = arguments
    self.export = export
    self.isFormSent = isFormSent
    (frame, values) = FrameArguments.opened(arguments)
  }
}

/// A target whose last argument is a place, as in the links that pages have to each other.
package struct PaginatedTarget {
  /// The target without the place.
  package let rest: Substring
  package let position: PagePosition

  /// Nil where the last argument is none, or has to be decoded first.
  package init?(_ target: String) {
    let bytes = target.utf8
    guard let mark = bytes.lastIndex(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "?") }),
      let equals = bytes[mark...].firstIndex(of: UInt8(ascii: "="))
    else { return nil }
    let token = target[bytes.index(after: equals)...]
    guard !token.isEmpty, token.utf8.allSatisfy(Self.isPlain) else { return nil }
    switch target[bytes.index(after: mark)..<equals] {
    case "_next": position = .after(PageToken(String(token)))
    case "_previous": position = .before(PageToken(String(token)))
    default: return nil
    }
    rest = target[..<mark]
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
