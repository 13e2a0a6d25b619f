extension RowKey {
  /// The key as the one column of ids holds it: one of several values is a text there.
  var inOneColumn: RowKey { if case .text(let text) = recordValue { RowKey(text) } else { self } }

  /// The key that a text in the column of ids stands for.
  var compound: RowKey? {
    guard parts.count == 1, case .text(let bytes) = parts[0] else { return nil }
    return RowKey(encoded: String(decoding: bytes, as: UTF8.self))
  }
}
