internal import TableModel

extension HTMLPageWriter {
  /// A row of a list: `<li>`, and in it the cell, which is a link as a whole if the row leads somewhere.
  ///
  /// HTML forbids a link inside of a link. Where the cell has drawn one, or another control, and where the accessory is a
  /// button, the cell is no link; the accessory is.
  mutating func writeListItem<ViewModel: CellViewModel>(_ cell: ViewModel, with drawing: DrawingCell<ViewModel>?) {
    let decoration = decorator?.decoration(of: cell)
    html.markup("<li id=\"row-")
    html.text(cell.encodedID)
    if cell.indentationLevel > 0 {
      html.markup("\" aria-level=\"")
      html.text(cell.indentationLevel + 1)
    }
    if let decoration { mark(decoration) }
    html.markup("\">")
    if let before = decoration?.before { html.html(before) }
    if let content = decoration?.content { html.html(content) } else { writeCell(cell, decoration, with: drawing) }
    if let after = decoration?.after { html.html(after) }
    html.markup("</li>\n")
  }

  /// Classes that say how a row behaves.
  private mutating func mark(_ decoration: RowDecoration) {
    html.markup("\" class=\"row")
    if !decoration.isHighlighted { html.markup(" row-unlit") }
    if decoration.isIndented { html.markup(" row-indented") }
    if decoration.isMovable { html.markup(" row-movable") }
  }

  private mutating func writeCell<ViewModel: CellViewModel>(
    _ cell: ViewModel, _ decoration: RowDecoration?, with drawing: DrawingCell<ViewModel>?
  ) {
    let link = allowedLink(of: cell)
    let isSelected = decoration?.isSelected ?? cell.isSelected
    let hasAccessory = decoration?.hasAccessory != true
    let start = html.count
    if let link, cell.accessory != .detailButton {
      openCell(cell, drawing?.preferredHeight, link: link, isSelected: isSelected)
      let content = html.count
      drawContent(cell, with: drawing)
      if !html.hasControls(from: content) {
        if hasAccessory { writeAccessory(of: cell) }
        html.markup("</a>")
        return
      }
      rewriteCell(cell, drawing?.preferredHeight, isSelected: isSelected, from: start, content: content)
    } else {
      openCell(cell, drawing?.preferredHeight, link: nil, isSelected: isSelected)
      drawContent(cell, with: drawing)
    }
    if hasAccessory { if let link { writeAccessoryLink(of: cell, link) } else { writeAccessory(of: cell) } }
    html.markup("</div>")
  }

  private mutating func allowedLink<ViewModel: CellViewModel>(of cell: ViewModel) -> String? {
    guard let link = cell.link(below: rowPages) else { return nil }
    if WebAddress.isAllowed(link) { return link }
    problems.append(.refusedLink(row: cell.id))
    return nil
  }

  private mutating func openCell<ViewModel: CellViewModel>(
    _ cell: ViewModel, _ height: Int?, link: String?, isSelected: Bool
  ) {
    if link == nil { html.markup("<div class=\"cell") } else { html.markup("<a class=\"cell") }
    if cell.indentationLevel > 0 {
      html.markup(" indent-")
      html.text(min(cell.indentationLevel, 6))
    }
    if let link {
      html.markup("\" href=\"")
      html.text(link)
    }
    html.markup("\"")
    if isSelected { html.markup(" aria-current=\"true\"") }
    html.markup(">")
    guard let height = cell.preferredHeight ?? height, height > 0 else { return }
    // An attribute of the element's own reserves the height: a policy that forbids inline styles allows it.
    html.markup("<svg class=\"strut\" width=\"0\" height=\"")
    html.text(height)
    html.markup("\" aria-hidden=\"true\"></svg>")
  }

  private mutating func drawContent<ViewModel: CellViewModel>(_ cell: ViewModel, with drawing: DrawingCell<ViewModel>?)
  {
    if let drawing { drawing.draw(cell, into: &html) } else { html.placeholder(for: ViewModel.self) }
  }

  /// The same cell, no longer as a link: what it drew is kept.
  private mutating func rewriteCell<ViewModel: CellViewModel>(
    _ cell: ViewModel, _ height: Int?, isSelected: Bool, from start: Int, content: Int
  ) {
    let drawn = html.withBytes { Array($0[content...]) }
    html.truncate(to: start)
    openCell(cell, height, link: nil, isSelected: isSelected)
    drawn.withUnsafeBufferPointer { html.append($0) }
  }

  private mutating func writeAccessory<ViewModel: CellViewModel>(of cell: ViewModel) {
    guard let icon = chrome.icon(cell.accessory) else { return }
    html.markup("<span class=\"accessory\">")
    html.html(icon)
    html.markup("</span>")
  }

  private mutating func writeAccessoryLink<ViewModel: CellViewModel>(of cell: ViewModel, _ link: String) {
    html.markup("<a class=\"accessory\" href=\"")
    html.text(link)
    html.markup("\">")
    html.html(chrome.icon(cell.accessory) ?? chrome.disclosureIndicator)
    html.html(cell.accessory == .detailButton ? chrome.details : chrome.open)
    html.markup("</a>")
  }
}

extension CellViewModel {
  /// Where the row leads: where it says, else to its own page if it shows that it leads on.
  func link(below rowPages: String?) -> String? {
    link ?? (accessory == .disclosureIndicator ? rowPages.map { $0 + "/" + encodedID } : nil)
  }
}

extension ByteSink {
  /// Whether what was written from an offset on holds an element that a link must not contain.
  func hasControls(from start: Int) -> Bool {
    withBytes { bytes in
      var at = start
      while at < bytes.count {
        if bytes[at] == UInt8(ascii: "<"), Self.controls.contains(where: { bytes[(at + 1)...].startsWithTag($0) }) {
          return true
        }
        at += 1
      }
      return false
    }
  }

  private static let controls: [[UInt8]] = [
    "a", "button", "details", "input", "label", "select", "textarea", "iframe", "audio", "video", "embed",
  ].map { Array($0.utf8) }
}

extension Collection where Element == UInt8 {
  /// Whether these bytes start with the name of an element, in any case, and with what ends a name.
  fileprivate func startsWithTag(_ name: [UInt8]) -> Bool {
    let head = prefix(name.count + 1)
    guard head.count == name.count + 1, zip(head, name).allSatisfy({ $0 | 0x20 == $1 }),
      let next = head.dropFirst(name.count).first
    else { return false }
    return next <= 0x20 || next == UInt8(ascii: ">") || next == UInt8(ascii: "/")
  }
}
