import TableRendering

/// The open elements of a rich text that is being written: whatever a source holds, its elements are closed in order and stand only where HTML
/// allows them.
///
/// A text has two kinds of elements. Its *structure* comes from Markdown and is always balanced. *Tags* come from the source as they are: one
/// may be missing, or too many, so they end at the latest where the structure around them ends, and never end any of it.
struct ElementStack {
  /// A part of the structure: how many elements were open before it, and how many when its content began.
  private struct Part {
    var before: Int
    var inside: Int
  }

  /// Elements within elements; what is deeper is written without them.
  private static let maximumDepth = 32

  private var open: [RichTextElement] = []
  private var parts: [Part] = []
  /// The elements that no tag can end.
  private var floor: Int { parts.last?.inside ?? 0 }

  // MARK: Structure

  /// Begins a part of the structure. It may have no element: tags within it still end with it.
  mutating func begin(
    _ element: RichTextElement?, _ attribute: RichTextElement.Attribute? = nil, into html: inout ByteSink
  ) {
    var part = Part(before: open.count, inside: open.count)
    if let element {
      makeRoom(for: element, into: &html)
      part.before = open.count
      startTag(element, attribute, into: &html)
      part.inside = open.count
    }
    parts.append(part)
  }

  /// Ends the part of the structure that began last.
  mutating func end(into html: inout ByteSink) {
    guard let part = parts.popLast() else { return }
    close(to: part.before, into: &html)
  }

  /// Ends the tags that have no room for an element: structure counts more.
  mutating func makeRoom(for element: RichTextElement, into html: inout ByteSink) {
    endImplicitly(before: element, into: &html)
    while open.count > floor, !mayHold(element) { close(to: open.count - 1, into: &html) }
  }

  // MARK: Tags

  /// Writes a start tag, if the element may be here.
  mutating func startTag(
    _ element: RichTextElement, _ attribute: RichTextElement.Attribute? = nil, into html: inout ByteSink
  ) {
    endImplicitly(before: element, into: &html)
    guard mayHold(element), open.count < Self.maximumDepth, element != .a || !open.contains(.a) else { return }
    element.writeStart(attribute, into: &html)
    open.append(element)
  }

  /// Ends the last element of a name and those within it, if a tag began it.
  mutating func endTag(_ element: RichTextElement, into html: inout ByteSink) {
    guard let position = open[floor...].lastIndex(of: element) else { return }
    close(to: position, into: &html)
  }

  /// Writes a line across the text, where a paragraph may be.
  mutating func rule(into html: inout ByteSink) {
    endImplicitly(before: .p, into: &html)
    if mayHold(.p) { html.markup("<hr>") }
  }

  /// Ends all elements.
  mutating func endAll(into html: inout ByteSink) {
    parts = []
    close(to: 0, into: &html)
  }

  // MARK: Both

  private func mayHold(_ element: RichTextElement) -> Bool { open.last?.mayHold(element) ?? element.mayStandAlone }

  /// Ends the element whose end tag may be left out before another, such as an item of a list before the next.
  private mutating func endImplicitly(before element: RichTextElement, into html: inout ByteSink) {
    let ended = element.implicitlyEnded
    guard !ended.isEmpty else { return }
    for position in open.indices[floor...].reversed() {
      if ended.contains(open[position]) { return close(to: position, into: &html) }
      // What is around a block isn't ended by another block within it.
      if element == .li || element == .dt || element == .dd ? open[position].isList : !open[position].isPhrasing {
        return
      }
    }
  }

  private mutating func close(to count: Int, into html: inout ByteSink) {
    while open.count > count, let element = open.popLast() { element.writeEnd(into: &html) }
  }
}
