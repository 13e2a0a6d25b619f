extension String {
  /// The address of something below this one, which ends with a slash where it is the first page of a site.
  package func below(_ path: String) -> String {
    utf8.last == UInt8(ascii: "/") && path.utf8.first == UInt8(ascii: "/") ? String(dropLast()) + path : self + path
  }

  /// An address with further arguments.
  package func with(_ items: [(name: String, value: String)]) -> String {
    guard !items.isEmpty else { return self }
    var query = QueryText(of: self)
    for item in items { query.append(item.name, item.value) }
    return query.text
  }
}
