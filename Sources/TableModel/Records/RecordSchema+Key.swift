extension RecordSchema {
  /// A key as `RowKey.encoded` has it, but that a column of texts needs no mark for one which looks like a number.
  package func encoded(_ key: RowKey) -> String { key.encoded(keyForms) }

  /// The key that `encoded` writes so. Texts may also stand there as they are, and digits in lower case.
  /// - Throws: `TableError.badRequest` for what is no key, or has another number of parts than the keys of the table;
  ///   `TableError.notFound` where rows have no keys, and for null, which names none.
  package func key(encoded text: String) throws(TableError) -> RowKey {
    guard !keyFields.isEmpty else { throw .notFound("Record not found") }
    guard let key = RowKey(encoded: text, keyForms) else {
      throw .badRequest(
        "“\(text)” isn't a key: after ~ come two hexadecimal digits, or n, x, r, t, i or o with a value"
      )
    }
    if keyFields.count == 1, key.integer != nil { return key }
    let parts = key.parts
    guard !parts.contains(.null) else {
      throw .notFound("Rows of “\(self.table)” with null in their key have no address")
    }
    guard key.rowID == nil, parts.count != keyFields.count else { return key }
    let names = keyFields.map { $0 < columns.count ? columns[$0].name : "rowid" }
    let words = names.count == 1 ? "one part" : "\(names.count) parts"
    throw .badRequest(
      "A key of “\(self.table)” has \(words), \(names.joined(separator: " and ")), and “\(text)” has \(parts.count)")
  }

  /// Whether there may be rows that nothing names: their keys can be null or too long, and they have no row IDs.
  package var mayHaveUnnamedRows: Bool { !keyFields.isEmpty && rowIDField == nil }
}
