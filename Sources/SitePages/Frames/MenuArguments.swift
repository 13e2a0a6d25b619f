import TableArguments
import TableRendering

/// What the address of a cell's or a column's menu says beside what its page is: which column, and of a cell which row.
package struct MenuArguments: Sendable {
  /// The place of the column among those that the page shows, from 0 on.
  let place: Int
  /// The key of the row.
  package let row: String?
  /// The place of a row that no key names among those of the page, from 0 on.
  package let number: Int?
  /// Whether values are counted while somebody waits.
  package let waits: Bool

  /// Takes them out of a request's target, of which the page's own arguments stay.
  /// - Throws: `HTTPProblem` 400 without a column.
  package init(takingFrom request: inout PageRequest) throws(HTTPProblem) {
    var query = QueryText()
    var own: [String: String] = [:]
    for item in request.arguments {
      if ["_at", "_row", "_number", "_wait"].contains(item.name) {
        own[item.name] = item.value
      } else {
        query.append(item.name, item.value)
      }
    }
    guard let place = own["_at"].flatMap({ Int($0) }), place >= 0 else {
      throw HTTPProblem(
        status: 400, messages: ["_at must be the place of a column, from 0 on"], heading: "Unknown column")
    }
    self.place = place
    row = own["_row"]
    number = own["_number"].flatMap { Int($0) }
    waits = own["_wait"] != nil
    request.target = query.behind(String(request.target.prefix { $0 != "?" }))
  }

  /// The column, as a position in the schema.
  /// - Throws: `HTTPProblem` 400 if the page shows fewer columns.
  package func column(of grid: GridFrame) throws(HTTPProblem) -> Int {
    guard grid.columns.order.indices.contains(place) else {
      throw HTTPProblem(status: 400, messages: ["This page has no such column"], heading: "Unknown column")
    }
    return grid.columns.order[place]
  }
}
