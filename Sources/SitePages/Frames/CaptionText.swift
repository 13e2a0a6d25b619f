import TableArguments
import TableModel
import TableRendering

/// Says what a table of rows is to those who can't see it: `Track: 3,503 rows, sorted by Genre, then Name; 50 on this page`.
enum CaptionText {
  /// - Parameter order: what `order(of:_:)` made of the sort.
  static func write(_ title: String, _ count: TableCount, order: String, rowCount: Int, into html: inout ByteSink) {
    html.text(title)
    switch count {
    case .exact(let number): write(": ", number, " rows", into: &html)
    case .moreThan(let number): write(": more than ", number, " rows", into: &html)
    case .unknown, .counting: break
    }
    html.text(order)
    write("; ", rowCount, " on this page", into: &html)
  }

  /// `, sorted by Genre, then Name`; empty for a table in its own order.
  static func order(of sort: [SortTerm], _ schema: RecordSchema) -> String {
    guard !sort.isEmpty else { return "" }
    let terms = sort.map { schema.columns[$0.column].heading + ($0.isDescending ? ", largest first" : "") }
    return ", sorted by \(terms.joined(separator: ", then "))"
  }

  private static func write(_ before: StaticString, _ number: Int, _ after: StaticString, into html: inout ByteSink) {
    html.markup(before)
    html.grouped(number)
    html.markup(after)
  }
}
