extension String {
  /// The address of something below this one, which ends with a slash where it is the first page of a site.
  package func below(_ path: String) -> String {
    let (above, below, slash) = (utf8.span, path.utf8.span, UInt8(ascii: "/"))
    let isDoubled = above.count > 0 && above[above.count - 1] == slash && below.count > 0 && below[0] == slash
    return isDoubled ? String(dropLast()) + path : self + path
  }

  /// An address with further arguments.
  package func with(_ items: [(name: String, value: String)]) -> String {
    guard !items.isEmpty else { return self }
    var query = QueryText(of: self)
    for item in items { query.append(item.name, item.value) }
    return query.text
  }
}
