import TableModel

/// Days, and days with a time, of which the time stands back.
extension FieldWriter {
  @inline(__always) func writeTime(_ field: RecordField, _ row: RecordRow, _ style: Style, into html: inout ByteSink) {
    let text = row.stored(field)
    guard let shape = TimeShape(text) else { return writeText(field, row, style, into: &html) }
    // What has the shape holds nothing to escape.
    let hasOffset = !shape.isUTC && shape.clockEnd < text.count
    guard hasOffset || shape.clockEnd == 10 || shape.validEnd < shape.clockEnd else {
      // Words enough for programs too, and a tenth of a row that has such a value.
      html.append(text.part(0..<10))
      html.markup(" <time>")
      html.append(text.part(11..<shape.clockEnd))
      return html.markup("</time>")
    }
    html.markup("<time datetime=\"")
    html.append(text.part(0..<shape.validEnd))
    html.append(text.part(shape.clockEnd..<text.count))
    html.markup("\">")
    html.append(text.part(0..<10))
    if shape.clockEnd > 10 {
      html.markup(" <span>")
      html.append(text.part(11..<shape.clockEnd))
      if hasOffset {
        html.markup(" ")
        html.append(text.part(shape.clockEnd..<text.count))
      }
      html.markup("</span>")
    }
    html.markup("</time>")
  }
}
