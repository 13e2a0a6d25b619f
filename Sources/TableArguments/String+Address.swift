extension String {
  /// The address of something below this one, which ends with a slash where it is the first page of a site.
  package func below(_ path: String) -> String {
    let (above, below, slash) = (utf8.span, path.utf8.span, UInt8(ascii: "/"))
    let isDoubled = above.count > 0 && above[above.count - 1] == slash && below.count > 0 && below[0] == slash
    return isDoubled ? String(dropLast()) + path : self + path
  }

  /// How many bytes stand before the query. One by one: a search of the bytes as a sequence takes several times as long.
  package var pathSize: Int {
    let bytes = utf8.span
    var size = 0
    while size < bytes.count, bytes[size] != UInt8(ascii: "?") { size += 1 }
    return size
  }

  /// An address with further arguments.
  package func with(_ items: [(name: String, value: String)]) -> String {
    guard !items.isEmpty else { return self }
    var query = QueryText(of: self)
    for item in items { query.append(item.name, item.value) }
    return query.text
  }
}
