/// What a visitor has a table remember: columns, their order and widths, and the order of rows. Kept in a cookie of the visitor's browser, and
/// put into the address of a page that says nothing of them, so that the address always says what a page shows.
package struct RememberedView: Sendable, Equatable {
  package static let cookieName = "tablepages-columns"
  /// Bytes that a cookie takes.
  package static let limit = 2_000
  /// The arguments that say how a table looks.
  private static let names: Set = ["_col", "_nocol", "_sort", "_sort_desc", "_pin", "_width"]

  package let items: [(name: String, value: String)]

  /// Those of some arguments that say how a table looks.
  package init(of items: [(name: String, value: String)]) {
    self.items = items.filter { Self.names.contains($0.name) && !$0.value.isEmpty }
  }

  /// As it stands in a cookie and in a form.
  package var text: String {
    var query = QueryText()
    for item in items { query.append(item.name, item.value) }
    return query.text
  }

  /// Whether a target says itself how the table looks. Looked at for each page, so that it has to be quick.
  package static func isSaid(in target: String) -> Bool {
    guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else { return false }
    return target[mark...].split(whereSeparator: { $0 == "?" || $0 == "&" }).contains { part in
      names.contains(String(part.prefix { $0 != "=" }))
    }
  }

  package static func == (one: RememberedView, other: RememberedView) -> Bool { one.text == other.text }
}
