import CSQLite
import NIOCore

/// The page, written as the rows come.
struct EventPage {
  private static let size = 50
  private static let head = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <title>events</title>
    <link rel="stylesheet" href="/style.css">
    </head>
    <body>
    <header><nav aria-label="Breadcrumb"><a href="/">Home</a> <a href="/events">events</a></nav></header>
    <main>
    <h1>events</h1>
    <table class="grid">
    <thead><tr><th scope="col">id<th scope="col">ts<th scope="col">kind<th scope="col">user<th scope="col">amount<th scope="col">note\
    <th scope="col">url<th scope="col">parent_id</tr></thead>
    <tbody>

    """

  private(set) var html = ByteBufferAllocator().buffer(capacity: 32 * 1024)

  init(of reader: EventReader, after key: Int64) throws {
    html.writeString(Self.head)
    var (count, last) = (0, key)
    var more = false
    try reader.rows(after: key) { row in
      guard count < Self.size else { return more = true }
      last = sqlite3_column_int64(row, 0)
      count += 1
      write(row)
    }
    html.writeString("</tbody>\n</table>\n</main>\n<footer><nav aria-label=\"Pages\">")
    if more { html.writeString("<a rel=\"next\" href=\"/events/events?after=\(last)\">Next</a>") }
    html.writeString("</nav></footer>\n</body>\n</html>\n")
  }

  private mutating func write(_ row: OpaquePointer) {
    html.writeString("<tr><th scope=\"row\" class=\"id\">")
    link("/events/events/", row, 0)
    for column in Int32(1)...3 {
      html.writeString("<td>")
      text(row, column)
    }
    html.writeString("<td class=\"number\">")
    text(row, 4)
    html.writeString("<td>")
    text(row, 5)
    html.writeString("<td>")
    link("", row, 6)
    html.writeString("<td class=\"id\">")
    if sqlite3_column_type(row, 7) != SQLITE_NULL { link("/events/events/", row, 7) }
    html.writeString("</tr>\n")
  }

  private mutating func link(_ start: StaticString, _ row: OpaquePointer, _ column: Int32) {
    html.writeString("<a href=\"")
    html.writeStaticString(start)
    text(row, column)
    html.writeString("\">")
    text(row, column)
    html.writeString("</a>")
  }

  /// A value as text, escaped.
  private mutating func text(_ row: OpaquePointer, _ column: Int32) {
    guard let start = sqlite3_column_text(row, column) else { return }
    let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(row, column)))
    // What needs no escaping is copied in one piece.
    var plain = 0
    for position in bytes.indices {
      let escaped: StaticString
      switch bytes[position] {
      case UInt8(ascii: "<"): escaped = "&lt;"
      case UInt8(ascii: ">"): escaped = "&gt;"
      case UInt8(ascii: "&"): escaped = "&amp;"
      case UInt8(ascii: "\""): escaped = "&quot;"
      case UInt8(ascii: "'"): escaped = "&#39;"
      default: continue
      }
      html.writeBytes(bytes[plain..<position])
      html.writeStaticString(escaped)
      plain = position + 1
    }
    html.writeBytes(bytes[plain...])
  }
}
