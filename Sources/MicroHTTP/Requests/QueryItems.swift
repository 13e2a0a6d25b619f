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

  /// Decodes a raw query: parts between `&`, where `+` is a space and percent-encoding is undone. O(bytes).
  package init(_ raw: Substring) {
    // Bytes, not characters: names and values are cut at ASCII only, and finding characters costs ten times as much.
    let bytes = raw.utf8.span
    var items: [Item] = []
    var start = 0
    while start < bytes.count {
      var equals: Int?
      var end = start
      while end < bytes.count, bytes[end] != UInt8(ascii: "&") {
        if equals == nil, bytes[end] == UInt8(ascii: "=") { equals = end }
        end += 1
      }
      if start < end {
        let name = PercentEncoding.decodeForm(bytes.extracting(start..<(equals ?? end)))
        let value = if let equals { PercentEncoding.decodeForm(bytes.extracting((equals + 1)..<end)) } else { "" }
        items.append(Item(name: name, value: value))
      }
      start = end + 1
    }
    self.items = items
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
