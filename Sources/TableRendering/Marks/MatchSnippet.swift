package import TableModel

/// One line of a text around what was searched for.
package struct MatchSnippet: Sendable, Equatable {
  /// A piece of the line.
  package struct Part: Sendable, Equatable {
    /// What it says.
    package var text: String
    /// Whether it was searched for.
    package var isMatch: Bool
  }

  /// The pieces, in their order; those that were left out at either end are `…`.
  package private(set) var parts: [Part] = []

  /// The line as plain text.
  package var text: String { parts.map(\.text).joined() }

  /// The line as markup, with the matches marked.
  package var html: HTML {
    HTML { html in
      html.markup("<bdi>")
      for part in parts {
        if part.isMatch { html.markup("<mark>") }
        html.text(part.text)
        if part.isMatch { html.markup("</mark>") }
      }
      html.markup("</bdi>")
    }
  }

  /// A line of plain text.
  package init(_ text: String) { parts = [Part(text: text, isMatch: false)] }

  init(_ text: UnsafeBufferPointer<UInt8>, _ ranges: [Range<Int>], _ shown: Range<Int>, isCut: Bool) {
    var at = shown.lowerBound
    func add(_ end: Int, isMatch: Bool) {
      guard at < end else { return }
      parts.append(Part(text: String(decoding: text[at..<end], as: UTF8.self), isMatch: isMatch))
      at = end
    }
    if at > 0 { parts.append(Part(text: "…", isMatch: false)) }
    for range in ranges where range.overlaps(shown) {
      add(max(at, range.lowerBound), isMatch: false)
      add(min(range.upperBound, shown.upperBound), isMatch: true)
    }
    add(shown.upperBound, isMatch: false)
    if isCut || shown.upperBound < text.count { parts.append(Part(text: "…", isMatch: false)) }
  }
}

extension SearchHighlighter {
  /// The line of a column's text around its first match; `nil` if there is none, or the value is no text.
  package func snippet(of record: Record, column: Int, characters: Int = 120) -> MatchSnippet? {
    defer { extendLifetime(record.page) }
    guard let (text, isCut) = Self.text(of: record, column: column) else { return nil }
    let ranges = ranges(in: text, column: column)
    guard let first = ranges.first else { return nil }
    let shown = TextPart.line(of: text, around: first, before: characters / 3, limit: characters)
    return MatchSnippet(text, ranges, shown, isCut: isCut)
  }

  /// The first line of a column's value, whether it was searched for or not; `nil` for no value, or an empty one.
  package func title(of record: Record, column: Int, characters: Int = 80) -> MatchSnippet? {
    defer { extendLifetime(record.page) }
    if let snippet = snippet(of: record, column: column, characters: characters) { return snippet }
    guard let (text, isCut) = Self.text(of: record, column: column) else {
      let value = record[column]
      return value == .null ? nil : MatchSnippet(value.description)
    }
    let shown = TextPart.line(of: text, around: 0..<0, before: 0, limit: characters)
    return shown.isEmpty ? nil : MatchSnippet(text, [], shown, isCut: isCut)
  }

  /// The bytes of a text, which live as long as the record's page: the caller extends its life.
  private static func text(of record: Record, column: Int) -> (UnsafeBufferPointer<UInt8>, isCut: Bool)? {
    let row = RecordRow(record.page, row: record.row)
    let field = record.field(column)
    guard field.isText else { return nil }
    return (row.stored(field), field.kind == .textExcerpt)
  }
}
