import TableRendering

/// Writes a text in Markdown as HTML. Only elements of `RichTextElement` are written, and all text is escaped, so that no source can hold markup
/// of its own.
struct MarkdownWriter {
  /// The longest markup in bytes. References repeat an address wherever they are, so a short source can become long.
  private static let maximumLength = 262_144

  /// How a container ends.
  private struct Ending {
    /// The parts of the structure that end with it.
    var parts = 1
    var isBlock = false
  }

  private var elements = ElementStack()
  private var endings: [Ending] = []
  /// The levels in the source of the headings that what is written now stands below.
  private var headings: [Int] = []
  /// Whether the task is done whose box has yet to be written.
  private var taskIsDone: Bool?
  /// The address of the image that has just begun: one without words is called by it.
  private var imageAddress: String?
  /// Of the table that is being written.
  private var table = Table()

  private struct Table {
    var alignments: [MarkdownEvent.Alignment] = []
    /// The columns that are yet to come in this row.
    var columns: ArraySlice<MarkdownEvent.Alignment> = []
    var isInHeader = false
    var hasBody = false
  }

  /// The markup of a source; `nil` if the source or its markup is too long.
  static func html(of source: String) -> HTML? {
    guard source.utf8.count <= RichText.maximumMarkdownLength, var tree = MarkdownTree(source) else { return nil }
    var writer = MarkdownWriter()
    var isTooLong = false
    let html = HTML { html in
      while !isTooLong, let event = tree.next() {
        writer.write(event, into: &html)
        isTooLong = html.count > maximumLength
      }
    }
    return isTooLong ? nil : html
  }

  private mutating func write(_ event: MarkdownEvent, into html: inout ByteSink) {
    nameImage(before: event, into: &html)
    if case .begin(.paragraph) = event {} else { writeTaskBox(into: &html) }
    switch event {
    case .begin(let container): begin(container, into: &html)
    case .end: end(into: &html)
    case .text(let text): html.text(text)
    case .code(let code): write(code: code, into: &html)
    case .codeBlock(let code):
      elements.begin(.pre, into: &html)
      write(code: code, into: &html)
      elements.end(into: &html)
      html.markup("\n")
    case .html(let source): HTMLSanitizer.write(source, elements: &elements, into: &html)
    case .softBreak: html.markup("\n")
    case .lineBreak: html.markup("<br>\n")
    case .rule:
      elements.makeRoom(for: .p, into: &html)
      elements.rule(into: &html)
      html.markup("\n")
    }
  }

  private mutating func write(code: String, into html: inout ByteSink) {
    elements.begin(.code, into: &html)
    html.text(code)
    elements.end(into: &html)
  }

  // MARK: Containers

  private mutating func begin(_ container: MarkdownEvent.Container, into html: inout ByteSink) {
    var ending = Ending()
    switch container {
    case .paragraph(let isTight):
      elements.begin(isTight ? nil : .p, into: &html)
      writeTaskBox(into: &html)
      ending.isBlock = true
    case .heading(let level): ending = begin(block: heading(level), into: &html)
    case .quote: ending = begin(block: .blockquote, into: &html)
    case .list(nil): ending = begin(block: .ul, into: &html)
    case .list(let start?): ending = begin(block: .ol, start == 1 ? nil : .start(start), into: &html)
    case .item: ending = begin(block: .li, into: &html)
    case .task(let isDone):
      ending = begin(block: .li, into: &html)
      taskIsDone = isDone
    case .table(let alignments):
      ending = begin(block: .table, into: &html)
      table = Table(alignments: alignments)
    case .row(let isHeader): ending = beginRow(isHeader: isHeader, into: &html)
    case .cell:
      let alignment = table.columns.popFirst().map { RichTextElement.Attribute.alignment($0) }
      elements.begin(table.isInHeader ? .th : .td, alignment, into: &html)
    case .emphasis: elements.begin(.em, into: &html)
    case .strong: elements.begin(.strong, into: &html)
    case .strikethrough: elements.begin(.del, into: &html)
    case .link(let address): beginLink(to: address, into: &html)
    case .image(let address):
      beginLink(to: address, into: &html)
      imageAddress = address
    case .other: elements.begin(nil, into: &html)
    }
    endings.append(ending)
  }

  /// The headings of a text stand below the page's title, and leave out no level between it and themselves, whatever the source does.
  private mutating func heading(_ level: Int) -> RichTextElement {
    headings.removeAll { $0 >= level }
    headings.append(level)
    return headings.count == 1 ? .h2 : headings.count == 2 ? .h3 : .h4
  }

  private mutating func begin(
    block element: RichTextElement, _ attribute: RichTextElement.Attribute? = nil, into html: inout ByteSink
  ) -> Ending {
    elements.begin(element, attribute, into: &html)
    return Ending(isBlock: true)
  }

  /// A link elsewhere than `WebAddress` allows is its text.
  private mutating func beginLink(to address: String, into html: inout ByteSink) {
    elements.begin(WebAddress.isAllowed(address) ? .a : nil, .address(address), into: &html)
  }

  /// The table's body begins with its first row, and ends with the table.
  private mutating func beginRow(isHeader: Bool, into html: inout ByteSink) -> Ending {
    if isHeader {
      elements.begin(.thead, into: &html)
    } else if !table.hasBody, !endings.isEmpty {
      elements.begin(.tbody, into: &html)
      endings[endings.count - 1].parts += 1
      table.hasBody = true
    }
    elements.begin(.tr, into: &html)
    table.isInHeader = isHeader
    table.columns = table.alignments[...]
    return Ending(parts: isHeader ? 2 : 1, isBlock: true)
  }

  private mutating func end(into html: inout ByteSink) {
    guard let ending = endings.popLast() else { return }
    for _ in 0..<ending.parts { elements.end(into: &html) }
    if ending.isBlock { html.markup("\n") }
  }

  // MARK: Tasks and images

  /// The box of a task is at the start of its first paragraph, or before what it begins with.
  private mutating func writeTaskBox(into html: inout ByteSink) {
    guard let isDone = taskIsDone else { return }
    taskIsDone = nil
    html.markup("<input type=\"checkbox\" disabled")
    html.markup(isDone ? " checked aria-label=\"Done\"> " : " aria-label=\"Not done\"> ")
  }

  private mutating func nameImage(before event: MarkdownEvent, into html: inout ByteSink) {
    guard let address = imageAddress else { return }
    imageAddress = nil
    if event == .end, WebAddress.isAllowed(address) { html.text(address) }
  }
}
