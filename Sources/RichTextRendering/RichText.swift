package import TableRendering

/// A text with formatting: Markdown (GitHub Flavored), or HTML of which only harmless elements are kept.
///
/// It is rendered once, when it is made. Nothing in the source can run or leave its place: elements come from a short list, all are closed,
/// and links lead only where ``WebAddress`` allows.
package struct RichText: Sendable, Hashable, ExpressibleByStringLiteral {
  /// What a source is written in.
  package enum Format: Sendable, Hashable {
    /// GitHub Flavored Markdown 0.29 (https://github.github.com/gfm/), with tables, task lists, strikethrough and autolinks. Elements of
    /// HTML within it are kept as in `html`, tags of others are shown as text, and an image becomes a link to it.
    case markdown
    /// HTML: paragraphs, headings, lists, quotes, code, emphasis and links.
    case html
  }

  /// The longest source that is read as Markdown, in bytes of UTF-8. A longer one is shown as plain text.
  package static let maximumMarkdownLength = 16_384

  /// The text as it was written.
  package let source: String
  /// What it is written in.
  package let format: Format
  /// The text as markup: paragraphs, lists and the like.
  package let html: HTML
  /// The text in one line without markup, for lists.
  package let line: String

  /// Renders a text. O(length) for usual texts; the length that Markdown may have bounds the rest.
  package init(_ source: String, _ format: Format = .markdown) {
    self.source = source
    self.format = format
    html =
      switch format {
      case .markdown: MarkdownWriter.html(of: source) ?? Self.plain(source)
      case .html: HTMLSanitizer.html(of: source)
      }
    line = html.line
  }

  /// Renders a text in Markdown, written in code.
  package init(stringLiteral value: String) { self.init(value) }

  /// The source as it is, in paragraphs that end at empty lines.
  private static func plain(_ source: String) -> HTML {
    HTML { html in
      var isOpen = false
      for line in source.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
        let isEmpty = line.allSatisfy { $0 <= 0x20 }
        if isOpen { html.markup(isEmpty ? "</p>\n" : "\n") } else if !isEmpty { html.markup("<p>") }
        if !isEmpty { html.text(Substring(line)) }
        isOpen = !isEmpty
      }
      if isOpen { html.markup("</p>\n") }
    }
  }
}
