internal import TableModel

extension HTMLPageWriter {
  /// A row of a grid. Its cell draws a whole `<tr>`; what a page can do with the row goes into what it has drawn.
  mutating func writeGridRow<ViewModel: CellViewModel>(_ cell: ViewModel, with drawing: DrawingCell<ViewModel>?) {
    let decoration = decorator?.decoration(of: cell)
    let start = html.count
    if let drawing {
      drawing.draw(cell, into: &html)
    } else {
      html.placeholderRow(for: ViewModel.self, cell.encodedID, columns: columns ?? 1)
    }
    // A database's row shows its level itself where its table is a tree.
    let level = cell is Record ? 0 : cell.indentationLevel
    guard decorator != nil || level > 0 else { return }
    // What is no row stays as it was drawn.
    guard let row = DrawnRow(html.withBytes { Array($0[start...]) }) else { return }
    html.truncate(to: start)
    append(row.start)
    writeAttributes(of: cell, level, decoration ?? RowDecoration(), row)
    if let content = decoration?.content {
      html.markup("><td class=\"row-edit\" colspan=\"")
      html.text(gridWidth)
      html.markup("\">")
      html.html(content)
      html.markup("</td>")
    } else {
      append(row.firstCell)
      writeStart(level, decoration?.before)
      append(row.content)
      if decorator != nil {
        html.markup("<td class=\"row-end\">")
        if let after = decoration?.after { html.html(after) }
        html.markup("</td>")
      }
    }
    append(row.end)
  }

  /// The columns of a grid, with the one for what can be done with its rows.
  var gridWidth: Int { (columns ?? 1) + (decorator == nil ? 0 : 1) }

  /// The attributes that the row has drawn, with what is known of it besides.
  private mutating func writeAttributes<ViewModel: CellViewModel>(
    of cell: ViewModel, _ level: Int, _ decoration: RowDecoration, _ row: DrawnRow
  ) {
    if !row.has("id") {
      html.markup(" id=\"row-")
      html.text(cell.encodedID)
      html.markup("\"")
    }
    if decoration.isSelected ?? cell.isSelected, !row.has("aria-current") { html.markup(" aria-current=\"true\"") }
    var classes = decorator == nil ? [] : ["row"]
    if !decoration.isHighlighted { classes.append("row-unlit") }
    if decoration.isMovable { classes.append("row-movable") }
    if level > 0 { classes.append("indent-\(min(level, 6))") }
    html.markup(" class=\"")
    html.text(classes.joined(separator: " "))
    for own in row.attributes where own.name == "class" {
      if !classes.isEmpty { html.markup(" ") }
      append(own.value)
    }
    html.markup("\"")
    for own in row.attributes where own.name != "class" {
      html.markup(" ")
      append(own.text)
    }
  }

  /// What stands before the content of the first cell. A level is told in words: of a row in a table, ARIA knows none.
  private mutating func writeStart(_ level: Int, _ before: HTML?) {
    if let before {
      html.markup("<div class=\"row-start\">")
      html.html(before)
      html.markup("</div>")
    }
    guard level > 0 else { return }
    html.markup("<span class=\"visually-hidden\">Level ")
    html.text(level + 1)
    html.markup(": </span>")
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) { bytes.withUnsafeBufferPointer { html.append($0) } }
}
