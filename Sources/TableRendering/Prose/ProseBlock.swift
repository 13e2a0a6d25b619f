/// A part of a text that stands by itself.
indirect enum ProseBlock: Equatable {
  case paragraph([ProseSpan])
  /// `level` is 1 for the highest.
  case heading(level: Int, [ProseSpan])
  case code(ArraySlice<UInt8>)
  case quote([ProseBlock])
  /// `start` is the first number of a numbered list. Items of a tight list are lines, without paragraphs.
  case list(start: Int?, isTight: Bool, [[ProseBlock]])
  case rule
}

/// A part of a line.
indirect enum ProseSpan: Equatable {
  case text(ArraySlice<UInt8>)
  case code(ArraySlice<UInt8>)
  case emphasis([ProseSpan])
  case strong([ProseSpan])
  /// The address is one that `WebAddress` allows.
  case link(String, [ProseSpan])
  case lineBreak
}

/// Writes a text. What it says is escaped here and nowhere else, so that no source can hold markup of its own.
enum ProseWriter {
  static func write(_ blocks: [ProseBlock], into html: inout ByteSink) {
    for block in blocks { write(block, into: &html) }
  }

  private static func write(_ block: ProseBlock, into html: inout ByteSink) {
    switch block {
    case .paragraph(let spans):
      html.markup("<p>")
      write(spans, into: &html)
      html.markup("</p>\n")
    case .heading(let level, let spans):
      // The page has its title and headings of its own above these.
      html.markup(level == 1 ? "<h3>" : level == 2 ? "<h4>" : "<h5>")
      write(spans, into: &html)
      html.markup(level == 1 ? "</h3>\n" : level == 2 ? "</h4>\n" : "</h5>\n")
    case .code(let bytes):
      html.markup("<pre><code>")
      text(bytes, into: &html)
      html.markup("</code></pre>\n")
    case .quote(let blocks):
      html.markup("<blockquote>\n")
      write(blocks, into: &html)
      html.markup("</blockquote>\n")
    case .list(let start, let isTight, let items):
      if let start {
        html.markup("<ol")
        if start != 1 {
          html.markup(" start=\"")
          html.text(start)
          html.markup("\"")
        }
        html.markup(">\n")
      } else {
        html.markup("<ul>\n")
      }
      for item in items {
        html.markup("<li>")
        for block in item {
          if isTight, case .paragraph(let spans) = block {
            write(spans, into: &html)
          } else {
            write(block, into: &html)
          }
        }
        html.markup("</li>\n")
      }
      html.markup(start == nil ? "</ul>\n" : "</ol>\n")
    case .rule: html.markup("<hr>\n")
    }
  }

  private static func write(_ spans: [ProseSpan], into html: inout ByteSink) {
    for span in spans {
      switch span {
      case .text(let bytes): text(bytes, into: &html)
      case .code(let bytes):
        html.markup("<code>")
        text(bytes, into: &html)
        html.markup("</code>")
      case .emphasis(let spans):
        html.markup("<em>")
        write(spans, into: &html)
        html.markup("</em>")
      case .strong(let spans):
        html.markup("<strong>")
        write(spans, into: &html)
        html.markup("</strong>")
      case .link(let address, let spans):
        html.markup("<a href=\"")
        html.address(address)
        html.markup("\">")
        write(spans, into: &html)
        html.markup("</a>")
      case .lineBreak: html.markup("<br>\n")
      }
    }
  }

  private static func text(_ bytes: ArraySlice<UInt8>, into html: inout ByteSink) {
    html.text(String(decoding: bytes, as: UTF8.self))
  }

  // MARK: Without markup

  /// Writes what a text says, blocks separated by spaces. Nothing is escaped: it is no markup.
  static func writeLine(_ blocks: [ProseBlock], into line: inout ByteSink) {
    for block in blocks {
      switch block {
      case .paragraph(let spans), .heading(_, let spans): writeLine(spans, into: &line)
      case .code(let bytes): for byte in bytes { line.append(byte: byte) }
      case .quote(let blocks): writeLine(blocks, into: &line)
      case .list(_, _, let items): for item in items { writeLine(item, into: &line) }
      case .rule: break
      }
      line.append(byte: 0x20)
    }
  }

  private static func writeLine(_ spans: [ProseSpan], into line: inout ByteSink) {
    for span in spans {
      switch span {
      case .text(let bytes), .code(let bytes): for byte in bytes { line.append(byte: byte) }
      case .emphasis(let spans), .strong(let spans), .link(_, let spans): writeLine(spans, into: &line)
      case .lineBreak: line.append(byte: 0x20)
      }
    }
  }
}
