/// What somebody has written about something: Markdown, or HTML of which only harmless elements are kept.
public struct Prose: Sendable, Hashable, ExpressibleByStringLiteral {
  /// What the source is written in.
  public enum Form: Sendable, Hashable { case markdown, html }

  /// The text as it was written.
  public let source: String
  /// What it is written in.
  public let form: Form

  /// A text in one of the forms.
  public init(_ source: String, _ form: Form = .markdown) {
    self.source = source
    self.form = form
  }

  /// A text in Markdown, written in code.
  public init(stringLiteral value: String) { self.init(value) }

  /// The text as markup: paragraphs, lists and the like. O(length).
  public var html: HTML {
    HTML { html in
      switch form {
      case .markdown: ProseWriter.write(MarkdownBlocks.blocks(of: source), into: &html)
      case .html:
        var sanitizer = HTMLSanitizer(source)
        sanitizer.write(into: &html)
      }
    }
  }

  /// The text in one line without markup, for lists.
  public var line: String {
    var text = ByteSink(capacity: 256)
    switch form {
    case .markdown: ProseWriter.writeLine(MarkdownBlocks.blocks(of: source), into: &text)
    case .html:
      var sanitizer = HTMLSanitizer(source)
      sanitizer.writeText(into: &text)
    }
    return text.string.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
