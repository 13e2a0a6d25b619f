internal import PostgreSQLTables
internal import TableModel

extension DatabaseOutline {
  /// Keeps the tables and views of these names; all where there are none.
  /// - Throws: `TableError.unavailable` for a name that isn't there.
  mutating func keep(_ names: [String]) throws(TableError) {
    guard !names.isEmpty else { return }
    let known = Set(tables.map(\.name) + views.map(\.name))
    for name in names where !known.contains(name) { throw .unavailable("there is no table or view \(name)") }
    tables.removeAll { !names.contains($0.name) }
    views.removeAll { !names.contains($0.name) }
    remarks.removeAll()
  }

  /// Tells apart what is copied: another text for other tables or columns.
  var fingerprint: String {
    let words =
      tables.flatMap { [$0.name] + $0.columns.flatMap { [$0.name, $0.declaredType] } }
      + views.flatMap { [$0.name, $0.statement] }
    // Each with its length before it, so that no two lists have one text.
    let text = words.map { "\($0.utf8.count):\($0)" }.joined()
    return String(CopyHash.hash(Array(text.utf8).span.bytes), radix: 16)
  }
}
