import TableModel

/// Texts: in one line where they fit one, else folded in a grid and whole on the row's page.
extension FieldWriter {
  /// Characters that a grid shows in one line.
  private static let lineLimit = 80
  /// Characters of a folded text that stay in sight.
  private static let summaryLimit = 38

  @inline(__always) func writeText(_ field: RecordField, _ row: RecordRow, _ style: Style, into html: inout ByteSink) {
    let text = row.stored(field)
    // A first byte below `!` may be the beginning of a title that nobody could see.
    if text.count <= Self.lineLimit, style != .title || text[0] > 0x20, html.line(text) { return }
    writeUnusualText(text, style, into: &html)
  }

  @inline(never) private func writeUnusualText(
    _ text: UnsafeBufferPointer<UInt8>, _ style: Style, into html: inout ByteSink
  ) {
    if style == .title { return writeTitle(text, into: &html) }
    let traits = TextTraits(text)
    let line = text.prefixLength(characters: Self.lineLimit)
    guard line < text.count || traits.contains(.lineBreak) else { return writeLine(text, traits, into: &html) }
    guard style == .grid else {
      Self.openParagraph("long-text", traits, into: &html)
      html.text(text)
      return html.markup("</p>")
    }
    html.markup("<details class=\"fold\"><summary>")
    writeSummary(text, into: &html)
    html.markup("</summary>")
    Self.openParagraph(nil, traits, into: &html)
    html.text(text)
    html.markup("</p></details>")
  }

  /// A text of which only the beginning is here.
  @inline(never) func writeExcerpt(
    _ field: RecordField, _ plan: FieldPlan, _ row: RecordRow, _ style: Style, into html: inout ByteSink
  ) {
    let text = row.stored(field)
    if style == .title { return writeTitle(text, isCut: true, into: &html) }
    html.markup("<details class=\"fold\"><summary>")
    writeSummary(text, isCut: true, into: &html)
    html.markup("</summary>")
    Self.openParagraph(nil, TextTraits(text), into: &html)
    html.text(text)
    html.markup("…")
    if plans.keys.count > 0 {
      html.markup(" <a href=\"")
      writeAddress(row, into: &html)
      html.markup("\">whole text</a>")
    }
    html.markup("</p></details>")
  }

  /// Text that may hold other scripts than the page's, in one line.
  func writeLine(_ text: UnsafeBufferPointer<UInt8>, _ traits: TextTraits, into html: inout ByteSink) {
    guard traits.contains(.beyondASCII) else { return html.text(text) }
    html.markup("<bdi>")
    html.text(text)
    html.markup("</bdi>")
  }

  /// The row's name. A name of spaces alone couldn't be clicked, so it is shown as an empty one is.
  func writeTitle(_ text: UnsafeBufferPointer<UInt8>, isCut: Bool = false, into html: inout ByteSink) {
    guard let start = text.firstIndex(where: { $0 > 0x20 }) else { return writeEmptyText(into: &html) }
    let text = text.part(start..<text.count)
    let length = text.prefixLength(characters: Self.lineLimit)
    writeLine(text.part(0..<length), TextTraits(text), into: &html)
    if length < text.count || isCut { html.markup("…") }
  }

  /// The beginning of a text, up to the end of its first line.
  private func writeSummary(_ text: UnsafeBufferPointer<UInt8>, isCut: Bool = false, into html: inout ByteSink) {
    let start = text.firstIndex { $0 > 0x20 } ?? 0
    let line = text.part(start..<text.count).prefix { $0 != 0x0A && $0 != 0x0D }
    let shown = text.part(start..<(start + line.count))
    let length = shown.prefixLength(characters: Self.summaryLimit)
    writeLine(shown.part(0..<length), TextTraits(shown), into: &html)
    if start + length < text.count || isCut { html.markup("…") }
  }

  private static func openParagraph(_ name: StaticString?, _ traits: TextTraits, into html: inout ByteSink) {
    html.markup("<p")
    if let name {
      html.markup(" class=\"")
      html.markup(name)
      html.markup("\"")
    }
    html.markup(traits.contains(.beyondASCII) ? " dir=\"auto\">" : ">")
  }
}
