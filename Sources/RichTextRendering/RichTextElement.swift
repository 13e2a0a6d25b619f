import TableRendering

/// The elements that a rich text can hold, by their names in HTML.
enum RichTextElement: String {
  case a, b, code, del, em, i, kbd, s, small, strong, sub, sup, u
  case blockquote, dd, dl, dt, h2, h3, h4, li, ol, p, pre, ul
  case table, tbody, td, th, thead, tr

  /// What an element can have beside its name. A header cell is always that of a column.
  enum Attribute {
    /// An address that `WebAddress` allows.
    case address(String)
    /// The first number of a list.
    case start(Int)
    case alignment(MarkdownEvent.Alignment)
  }

  /// The element that a tag of a source stands for; `nil` for one that isn't kept. Headings stand below those of the page.
  init?(tag name: String) {
    switch name {
    case "h1": self = .h2
    case "h5", "h6": self = .h4
    case "table", "tbody", "td", "th", "thead", "tr": return nil
    default: self.init(rawValue: name)
    }
  }

  /// Whether it is part of a line.
  var isPhrasing: Bool {
    switch self {
    case .a, .b, .code, .del, .em, .i, .kbd, .s, .small, .strong, .sub, .sup, .u: true
    default: false
    }
  }

  /// Whether items belong to it, so that those of a list around it are none of its own.
  var isList: Bool { self == .ul || self == .ol || self == .dl }

  /// Whether HTML allows another element in it (HTML Standard, "content model" of each element).
  func mayHold(_ element: Self) -> Bool {
    switch self {
    case .ul, .ol: element == .li
    case .dl: element == .dt || element == .dd
    case .table: element == .thead || element == .tbody
    case .thead, .tbody: element == .tr
    case .tr: element == .th || element == .td
    case .blockquote, .dd, .li: element.mayStandAlone
    default: element.isPhrasing
    }
  }

  /// Whether it needs no parent of a certain kind.
  var mayStandAlone: Bool {
    switch self {
    case .li, .dt, .dd, .thead, .tbody, .tr, .th, .td: false
    default: true
    }
  }

  /// The elements whose end tags may be left out before this one begins.
  var implicitlyEnded: Set<Self> {
    switch self {
    case .li: [.li]
    case .dt, .dd: [.dt, .dd]
    default: isPhrasing ? [] : [.p]
    }
  }

  func writeStart(_ attribute: Attribute?, into html: inout ByteSink) {
    html.markup("<")
    html.text(rawValue)
    if self == .th { html.markup(" scope=\"col\"") }
    switch attribute {
    case .address(let address):
      html.markup(" href=\"")
      html.text(Self.percentEncoded(address))
      html.markup("\"")
    case .start(let number):
      html.markup(" start=\"")
      html.text(number)
      html.markup("\"")
    case .alignment(.center): html.markup(" class=\"center\"")
    case .alignment(.end): html.markup(" class=\"end\"")
    case .alignment(.start), nil: break
    }
    html.markup(">")
  }

  func writeEnd(into html: inout ByteSink) {
    html.markup("</")
    html.text(rawValue)
    html.markup(">")
  }

  /// An address without the bytes that none can hold (RFC 3986, section 2), as cmark writes it. What is encoded already stays as it is.
  private static func percentEncoded(_ address: String) -> String {
    let unusable = Array("\"<>[\\]^`{|}".utf8)
    guard address.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F || unusable.contains($0) }) else { return address }
    var encoded: [UInt8] = []
    for byte in address.utf8 {
      if byte <= 0x20 || byte >= 0x7F || unusable.contains(byte) {
        encoded += [UInt8(ascii: "%"), HexadecimalDigit.of(byte >> 4), HexadecimalDigit.of(byte & 15)]
      } else {
        encoded.append(byte)
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  private enum HexadecimalDigit {
    static func of(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }
  }
}
