extension RecordPageBuilder {
  /// The next field is a value, or as much of it as a page shows.
  package mutating func append(_ value: RecordValue, _ extent: ValueExtent) {
    switch (value, extent) {
    case (.null, _): appendNull()
    case (.integer(let number), _): append(number)
    case (.real(let number), _): append(number)
    case (.text(let text), _): append(text, extent)
    case (.blob(let bytes), .excerpt):
      append(bytes: Array(bytes.prefix(32)), kind: .blobExcerpt, wholeCount: bytes.count)
    case (.blob(let bytes), .whole): append(bytes: bytes, kind: .blob)
    }
  }

  /// The next field is a text, or as much of it as a page shows.
  mutating func append(_ text: String, _ extent: ValueExtent) {
    guard case .excerpt(let limit) = extent, text.utf8.count > limit else { return append(text) }
    append(bytes: Array(String(decoding: text.utf8.prefix(limit), as: UTF8.self).utf8), kind: .textExcerpt)
  }
}
