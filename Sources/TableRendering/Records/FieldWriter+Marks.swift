import TableModel

/// Texts of rows that were searched: what matches is marked, and of a long text the part around it is shown.
extension FieldWriter {
  /// Characters of a text that stand in one line, of a folded one that stay in sight, and of those before the first match.
  private static let limits = (line: 80, summary: 38, before: 12)

  /// Writes a text if there is something to mark in it, or less of it is to be shown than is there.
  @inline(never) func writeMarked(
    _ field: RecordField, _ column: Int, _ row: RecordRow, _ style: Style, _ marks: SearchHighlighter,
    into html: inout ByteSink
  ) -> Bool {
    let text = row.stored(field)
    let isExcerpt = field.kind == .textExcerpt
    let isLong = isExcerpt || text.count > marks.textBytes
    let plan = plans.plans[column]
    guard style != .page, !plan.isReference, isLong || plan.form.isPlainText else { return false }
    let ranges = marks.ranges(in: text, column: column)
    guard isLong || !ranges.isEmpty else { return false }
    if style == .title {
      writePart(of: text, ranges, before: Self.limits.line / 2, limit: Self.limits.line, isCut: isExcerpt, into: &html)
      return true
    }
    let isLine = text.prefixLength(characters: Self.limits.line) == text.count && !TextTraits(text).contains(.lineBreak)
    if isLine, !isExcerpt {
      writeInline(text, ranges, 0..<text.count, into: &html)
      return true
    }
    html.markup("<details class=\"fold\"><summary>")
    writePart(of: text, ranges, before: Self.limits.before, limit: Self.limits.summary, isCut: isExcerpt, into: &html)
    html.markup("</summary>")
    html.markup(TextTraits(text).contains(.beyondASCII) ? "<p dir=\"auto\">" : "<p>")
    let shown = TextPart.window(of: text, around: ranges.first, bytes: marks.textBytes)
    if shown.lowerBound > 0 { html.markup("…") }
    write(text, ranges, shown, into: &html)
    if isExcerpt || shown.upperBound < text.count { html.markup("…") }
    if isExcerpt || shown.count < text.count, plans.keys.count > 0 {
      html.markup(" <a href=\"")
      writeAddress(row, into: &html)
      html.markup("\">whole text</a>")
    }
    html.markup("</p></details>")
    return true
  }

  /// One line around the first match, or the beginning.
  private func writePart(
    of text: UnsafeBufferPointer<UInt8>, _ ranges: [Range<Int>], before: Int, limit: Int, isCut: Bool,
    into html: inout ByteSink
  ) {
    let shown = TextPart.line(of: text, around: ranges.first ?? 0..<0, before: before, limit: limit)
    if shown.lowerBound > 0 { html.markup("…") }
    writeInline(text, ranges, shown, into: &html)
    if shown.upperBound < text.count || isCut { html.markup("…") }
  }

  private func writeInline(
    _ text: UnsafeBufferPointer<UInt8>, _ ranges: [Range<Int>], _ shown: Range<Int>, into html: inout ByteSink
  ) {
    guard TextTraits(text.part(shown)).contains(.beyondASCII) else { return write(text, ranges, shown, into: &html) }
    html.markup("<bdi>")
    write(text, ranges, shown, into: &html)
    html.markup("</bdi>")
  }

  /// Writes part of a text, escaped, with its marks.
  private func write(
    _ text: UnsafeBufferPointer<UInt8>, _ ranges: [Range<Int>], _ shown: Range<Int>, into html: inout ByteSink
  ) {
    var at = shown.lowerBound
    for range in ranges where range.overlaps(shown) {
      let marked = range.clamped(to: shown)
      html.text(text.part(at..<marked.lowerBound))
      html.markup("<mark>")
      html.text(text.part(marked))
      html.markup("</mark>")
      at = marked.upperBound
    }
    html.text(text.part(at..<shown.upperBound))
  }
}

extension FieldPlan.Form {
  /// Whether texts of such a column are written as they are.
  fileprivate var isPlainText: Bool {
    switch self {
    case .text, .identifier, .number, .boolean, .blob, .formatted, .time, .own: true
    case .temporal, .link, .image, .email, .json: false
    }
  }
}
