internal import TableModel

extension HTMLPageWriter {
  /// A row of a grid. Its cell draws a whole `<tr>`; what a page can do with the row goes into what it has drawn.
  mutating func writeGridRow<ViewModel: CellViewModel>(_ cell: ViewModel, with drawing: DrawingCell<ViewModel>?) {
    let decoration = decorator?.decoration(of: cell)
    let start = html.count
    if let drawing {
      drawing.draw(cell, into: &html)
    } else {
      html.placeholderRow(for: ViewModel.self, cell.id, columns: columns ?? 1)
    }
    guard decorator != nil || cell.indentationLevel > 0 else { return }
    let drawn = html.withBytes { Array($0[start...]) }
    // What is no row stays as it was drawn.
    guard let row = DrawnRow(drawn) else { return }
    html.truncate(to: start)
    append(drawn[..<row.nameEnd])
    writeAttributes(of: cell, decoration ?? RowDecoration(), row.attributes(in: drawn))
    if let content = decoration?.content {
      html.markup("><td class=\"row-edit\" colspan=\"")
      html.text(gridWidth)
      html.markup("\">")
      html.html(content)
      html.markup("</td></tr>\n")
      return
    }
    append(drawn[row.tagEnd..<row.cellStart])
    writeStart(of: cell, decoration)
    append(drawn[row.cellStart..<row.rowEnd])
    if decorator != nil {
      html.markup("<td class=\"row-end\">")
      if let after = decoration?.after { html.html(after) }
      html.markup("</td>")
    }
    append(drawn[row.rowEnd...])
  }

  /// The columns of a grid, with the one for what can be done with its rows.
  var gridWidth: Int { (columns ?? 1) + (decorator == nil ? 0 : 1) }

  /// The attributes that the row has drawn, with what is known of it besides.
  private mutating func writeAttributes<ViewModel: CellViewModel>(
    of cell: ViewModel, _ decoration: RowDecoration, _ attributes: DrawnRow.Attributes
  ) {
    var classes: [String] = decorator == nil ? [] : ["row"]
    if !decoration.isHighlighted { classes.append("row-unlit") }
    if decoration.isMovable { classes.append("row-movable") }
    if cell.indentationLevel > 0 { classes.append("indent-\(min(cell.indentationLevel, 6))") }
    if !attributes.hasID {
      html.markup(" id=\"row-")
      html.domID(cell.id)
      html.markup("\"")
    }
    if decoration.isSelected ?? cell.isSelected, !attributes.isCurrent { html.markup(" aria-current=\"true\"") }
    html.markup(" class=\"")
    html.text(classes.joined(separator: " "))
    if let own = attributes.classes {
      if !classes.isEmpty { html.markup(" ") }
      append(own)
    }
    html.markup("\"")
    append(attributes.rest[...])
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) { bytes.withUnsafeBufferPointer { html.append($0) } }

  /// What stands before the content of the first cell. A level is told in words: of a row in a table, ARIA knows none.
  private mutating func writeStart<ViewModel: CellViewModel>(of cell: ViewModel, _ decoration: RowDecoration?) {
    if let before = decoration?.before {
      html.markup("<div class=\"row-start\">")
      html.html(before)
      html.markup("</div>")
    }
    guard cell.indentationLevel > 0 else { return }
    html.markup("<span class=\"visually-hidden\">Level ")
    html.text(cell.indentationLevel + 1)
    html.markup(": </span>")
  }
}

/// Where the parts of a row are among the bytes that it has drawn.
private struct DrawnRow {
  /// Right behind `<tr`.
  let nameEnd: Int
  /// At the `>` that ends its tag.
  let tagEnd: Int
  /// Right behind the tag of its first cell.
  let cellStart: Int
  /// At its `</tr>`.
  let rowEnd: Int

  /// `nil` for what is not one row with a cell.
  init?(_ bytes: [UInt8]) {
    guard let start = Self.find("<tr", in: bytes, from: 0), let tagEnd = Self.tagEnd(in: bytes, from: start),
      let cell = Self.firstCell(in: bytes, from: tagEnd), let cellEnd = Self.tagEnd(in: bytes, from: cell),
      let rowEnd = Self.findLast("</tr", in: bytes), rowEnd > cellEnd
    else { return nil }
    nameEnd = start + 3
    self.tagEnd = tagEnd
    cellStart = cellEnd + 1
    self.rowEnd = rowEnd
  }

  /// What a row's tag says.
  struct Attributes {
    var hasID = false
    var isCurrent = false
    /// What stands in its `class`.
    var classes: ArraySlice<UInt8>?
    /// All attributes but `class`, as they stand there.
    var rest: [UInt8] = []
  }

  func attributes(in bytes: [UInt8]) -> Attributes {
    var found = Attributes()
    var at = nameEnd
    while at < tagEnd {
      while at < tagEnd, bytes[at] <= 0x20 { at += 1 }
      let start = at
      while at < tagEnd, bytes[at] > 0x20, bytes[at] != UInt8(ascii: "=") { at += 1 }
      let name = String(decoding: bytes[start..<at], as: UTF8.self).lowercased()
      guard !name.isEmpty else { break }
      var value = bytes[at..<at]
      if at < tagEnd, bytes[at] == UInt8(ascii: "=") {
        at += 1
        let quote = at < tagEnd ? bytes[at] : 0
        let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
        let from = isQuoted ? at + 1 : at
        at = from
        while at < tagEnd, isQuoted ? bytes[at] != quote : bytes[at] > 0x20 { at += 1 }
        value = bytes[from..<at]
        if isQuoted { at += 1 }
      }
      if name == "class" {
        found.classes = value
        continue
      }
      if name == "id" { found.hasID = true }
      if name == "aria-current" { found.isCurrent = true }
      found.rest += [0x20] + bytes[start..<min(at, tagEnd)]
    }
    return found
  }

  /// The `>` that ends a tag: none that stands in a value.
  private static func tagEnd(in bytes: [UInt8], from start: Int) -> Int? {
    var quote: UInt8?
    for at in start..<bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if quote == nil { quote = bytes[at] } else if quote == bytes[at] { quote = nil }
      case UInt8(ascii: ">") where quote == nil: return at
      default: break
      }
    }
    return nil
  }

  private static func firstCell(in bytes: [UInt8], from start: Int) -> Int? {
    [find("<th", in: bytes, from: start), find("<td", in: bytes, from: start)].compactMap(\.self).min()
  }

  private static func find(_ text: String, in bytes: [UInt8], from start: Int) -> Int? {
    let text = Array(text.utf8)
    guard bytes.count >= start + text.count else { return nil }
    return (start...(bytes.count - text.count)).first { bytes[$0..<($0 + text.count)].elementsEqual(text) }
  }

  private static func findLast(_ text: String, in bytes: [UInt8]) -> Int? {
    let text = Array(text.utf8)
    guard bytes.count >= text.count else { return nil }
    return (0...(bytes.count - text.count)).last { bytes[$0..<($0 + text.count)].elementsEqual(text) }
  }
}
