internal import TextCoding

/// The names and values of a query, decoded, in their order.
public struct QueryItems: Sendable, Sequence {
  /// A name and what it was given; a name without `=` has an empty value.
  public struct Item: Sendable, Hashable {
    /// The decoded name.
    public var name: String
    /// The decoded value.
    public var value: String
  }

  private let items: [Item]

  /// Decodes a raw query: parts between `&`, where `+` is a space and percent-encoding is undone. O(n).
  package init(_ raw: some StringProtocol) {
    let raw = Substring(raw)
    // Bytes, not characters: names and values are cut at ASCII only, and finding characters costs ten times as much.
    items = raw.utf8.split(separator: UInt8(ascii: "&")).map { part in
      guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else {
        return Item(name: PercentEncoding.decodeForm(raw[part.startIndex..<part.endIndex]), value: "")
      }
      return Item(
        name: PercentEncoding.decodeForm(raw[part.startIndex..<equals]),
        value: PercentEncoding.decodeForm(raw[part.index(after: equals)..<part.endIndex]))
    }
  }

  /// The first value of a name. O(number of items).
  public subscript(_ name: String) -> String? { items.first { $0.name == name }?.value }

  /// All values of a name, in their order.
  public func all(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }

  /// Whether the query says nothing.
  package var isEmpty: Bool { items.isEmpty }

  /// Walks the items in their order.
  public func makeIterator() -> IndexingIterator<[Item]> { items.makeIterator() }
}
