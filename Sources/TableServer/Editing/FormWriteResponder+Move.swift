internal import MicroHTTP
import TableModel
import TableRendering

/// Rows that are put elsewhere, asked for by forms.
extension FormWriteResponder {
  /// The form names the row by one of `up`, `down`, or by `row` beside `before` or `after`: its key, a semicolon, and the number that it had.
  func move() async throws -> Response {
    let place: RowMove.Place
    let text: String
    switch (form["up"], form["down"], form["row"], form["before"], form["after"]) {
    case (let row?, nil, nil, nil, nil): (place, text) = (.up, row)
    case (nil, let row?, nil, nil, nil): (place, text) = (.down, row)
    case (nil, nil, let row?, let other?, nil): (place, text) = (.before(try key(other)), row)
    case (nil, nil, let row?, nil, let other?): (place, text) = (.after(try key(other)), row)
    default:
      throw PageFailure(
        status: 400, messages: ["The form does not say which row is to stand where"],
        heading: "This form is not complete")
    }
    let number = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false).dropFirst().first
    let moved = try key(text)
    do {
      let result = try await table.move(moved, to: place, seen: number.map { .number(String($0)) } ?? .anything)
      let back = form["_return"] ?? table.address
      guard let row = result.outcomes.first(where: { $0.after?.fullKey == moved })?.after else {
        return said("Nothing was moved.", .done, back)
      }
      return done("Moved \(table.quoted(row)).", result, returnTo: back + "#" + DOMID.row(row))
    } catch let error as RecordChangeError {
      var failure = PageFailure(error)
      failure.wayOut = .init(title: "All rows of \(schema.title)", address: table.address)
      throw failure
    }
  }

  private func key(_ text: String) throws(TableError) -> RowKey {
    try schema.key(encoded: text.prefix { $0 != ";" })
  }
}
