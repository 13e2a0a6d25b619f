internal import Crypto
internal import TableModel
package import TableRendering
internal import TextCoding

/// How phones show the values of each column of a grid: what the column is called, and how much room its values take.
///
/// Said once in the head of a page, as custom properties of the column's cells, and not in each row: a tenth of a page was labels. Pages allow no
/// inline styles but this one, which their policy names by its hash.
package struct ColumnStyle: Sendable {
  /// The `<style>` element.
  let element: HTML
  /// What allows it in `Content-Security-Policy` (https://www.w3.org/TR/CSP3/#grammardef-hash-source).
  let securitySource: String

  /// - Parameter hasRowTools: whether a cell that is no column's stands before the others.
  package init?(_ columns: RecordColumns, hasRowTools: Bool) {
    guard columns.order.count > 1 else { return nil }
    let style = HTML { html in
      // The first column is the row's title.
      for (place, column) in columns.order.enumerated().dropFirst() {
        html.markup(".grid td:nth-child(")
        html.text(String(place + (hasRowTools ? 2 : 1)))
        html.markup("){--label:\"")
        html.text(Self.escaped(columns.title(of: column)))
        html.markup("\"")
        switch columns.prominence(of: column) {
        case .normal: break
        case .wide: html.markup(";--span:1/-1")
        case .secondary: html.markup(";--display:none")
        }
        html.markup("}")
      }
    }
    element = HTML { html in
      html.markup("<style>")
      html.html(style)
      html.markup("</style>\n")
    }
    securitySource = "'sha256-\(Base64.text(Array(SHA256.hash(data: style.bytes))))'"
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
