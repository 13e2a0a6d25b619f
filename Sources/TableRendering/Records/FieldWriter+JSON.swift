import TableModel

/// JSON documents: folded in a grid, laid out on the row's page. What isn't JSON is shown as text.
extension FieldWriter {
  @inline(never) func writeJSON(_ field: RecordField, _ row: RecordRow, _ style: Style, into html: inout ByteSink) {
    let text = row.stored(field)
    guard style != .title, let layout = JSONLayout(text) else { return writeText(field, row, style, into: &html) }
    if style == .grid {
      html.markup("<details class=\"fold\"><summary class=\"mono\">")
      layout.writeLine(characters: 28, into: &html)
      html.markup("</summary>")
    }
    html.markup("<pre>")
    layout.writeIndented(into: &html)
    html.markup("</pre>")
    if style == .grid { html.markup("</details>") }
  }
}
