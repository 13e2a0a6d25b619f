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
  public init(_ raw: some StringProtocol) {
    items = raw.split(separator: "&").map { part in
      let part = Substring(part)
      guard let equals = part.utf8.firstIndex(of: UInt8(ascii: "=")) else {
        return Item(name: PercentEncoding.decodeForm(part), value: "")
      }
      return Item(
        name: PercentEncoding.decodeForm(part[..<equals]),
        value: PercentEncoding.decodeForm(part[part.utf8.index(after: equals)...]))
    }
  }

  /// The first value of a name. O(number of items).
  public subscript(_ name: String) -> String? { items.first { $0.name == name }?.value }

  /// All values of a name, in their order.
  public func all(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }

  /// Whether the query says nothing.
  public var isEmpty: Bool { items.isEmpty }

  /// Walks the items in their order.
  public func makeIterator() -> IndexingIterator<[Item]> { items.makeIterator() }
}
