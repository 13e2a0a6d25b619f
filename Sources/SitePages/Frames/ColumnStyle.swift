internal import Hashing
package import TableArguments
internal import TableModel
package import TableRendering
internal import TextCoding

/// How phones show the values of each column of a grid: what the column is called, and how much room its values take; and on larger screens
/// how wide columns are, and which stay in place.
///
/// Said once in the head of a page, as custom properties of the column's cells, and not in each row: a tenth of a page was labels. Pages allow no
/// inline styles but this one, which their policy names by its hash.
package struct ColumnStyle: Sendable {
  /// The `<style>` element.
  let element: HTML
  /// What allows it in `Content-Security-Policy` (https://www.w3.org/TR/CSP3/#grammardef-hash-source).
  let securitySource: String

  /// Fields of a row beside its title that phones show; the others are left to the row's page.
  private static let phoneFields = 5

  /// - Parameters:
  ///   - hasRowTools: whether a cell that is no column's stands before the others.
  ///   - isForPhones: whether phones show rows as cells.
  package init?(_ columns: RecordColumns, hasRowTools: Bool, isForPhones: Bool = true, layout: ColumnLayout = .init()) {
    let isForPhones = isForPhones && columns.order.count > 1
    guard isForPhones || !layout.isDefault else { return nil }
    let first = hasRowTools ? 2 : 1
    let style = HTML { html in
      if isForPhones { Self.write(forPhones: columns, first, into: &html) }
      if !layout.isDefault { Self.write(layout, columns, first, into: &html) }
    }
    element = HTML { html in
      html.markup("<style>")
      html.html(style)
      html.markup("</style>\n")
    }
    securitySource = "'sha256-\(Base64.text(SHA256.digest(of: style.bytes).bytes))'"
  }

  private static func write(forPhones columns: RecordColumns, _ first: Int, into html: inout ByteSink) {
    var count = 0
    // The first column is the row's title.
    for (place, column) in columns.order.enumerated().dropFirst() {
      html.markup(".grid td:nth-child(")
      html.text(String(place + first))
      html.markup("){--label:\"")
      html.text(escaped(columns.title(of: column)))
      html.markup("\"")
      let prominence = columns.prominence(of: column)
      if prominence != .secondary { count += 1 }
      if prominence == .secondary || count > phoneFields {
        html.markup(";--display:none")
      } else if prominence == .wide {
        html.markup(";--least:100%")
      }
      html.markup("}")
    }
  }

  private static func write(
    _ layout: ColumnLayout, _ columns: RecordColumns, _ first: Int, into html: inout ByteSink
  ) {
    let pinned = min(layout.pinned, columns.order.count)
    var start = 0
    html.markup("@media(min-width:40.01rem){")
    for (place, column) in columns.order.enumerated() {
      let isPinned = pinned > 1 && place < pinned
      guard let width = layout.widths[column] ?? (isPinned ? ColumnLayout.pinnedWidth : nil) else { continue }
      func selector(_ head: StaticString) {
        html.markup(".grid ")
        html.markup(head)
        html.markup("tr>:nth-child(")
        html.text(String(place + first))
        html.markup("):not([colspan])")
      }
      selector("")
      html.markup("{width:")
      html.text(String(width))
      html.markup("px;min-width:")
      html.text(String(width))
      html.markup("px;max-width:")
      html.text(String(width))
      html.markup("px")
      if isPinned, place > 0 {
        html.markup(";position:sticky;z-index:1;border-inline-end:1px solid var(--line);inset-inline-start:")
        html.markup(first == 2 ? "calc(var(--choice) + " : "calc(")
        html.text(String(start))
        html.markup("px)")
      }
      html.markup("}")
      if isPinned, place > 0 {
        selector("thead ")
        html.markup("{z-index:4}")
      }
      start += width
    }
    html.markup("}")
  }

  /// A text as it stands in a string of a style sheet (https://www.w3.org/TR/css-syntax-3/#consume-escaped-code-point): whatever means
  /// something there or in HTML is written as its number.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", " ", "-", "_", "."..."/", "\u{A0}"...: escaped.unicodeScalars.append(scalar)
      default: escaped += "\\\(String(scalar.value, radix: 16)) "
      }
    }
  }
}
