internal import MicroHTTP
import TableModel
import TableRendering

/// Rows that are put elsewhere, asked for by forms.
extension FormWriteResponder {
  /// The form names the row by one of `up`, `down`, or by `row` beside `before` or `after`: its key, a semicolon, and the number that it had.
  func move() async throws -> Response {
    guard let column = presentation.configuration.moveColumn else { throw PageFailure.noOrder(presentation) }
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
    let move = RowMove(
      mounted: mounted, presentation: presentation, writer: writer, visitor: visitor, column: column)
    let moved = try key(text)
    do {
      let result = try await move.run(moved, to: place, seen: number.map { .number(String($0)) } ?? .anything)
      let back = form["_return"] ?? presentation.address
      guard let row = result.outcomes.first(where: { $0.after?.fullKey == moved })?.after else {
        return context.redirect(to: back, request, flash: Flash("Nothing was moved."))
      }
      return done(
        "Moved \(Self.quoted(row, presentation)).", result, returnTo: back + "#" + DOMID.row(row))
    } catch let error as RecordChangeError {
      var failure = PageFailure(error)
      failure.wayOut = .init(title: "All rows of \(presentation.schema.title)", address: presentation.address)
      throw failure
    }
  }

  private func key(_ text: String) throws(TableError) -> RowKey {
    try schema.key(encoded: text.prefix { $0 != ";" })
  }
}

extension PageFailure {
  /// What is answered where rows stand in no order of their own.
  static func noOrder(_ presentation: TablePresentation) -> PageFailure {
    PageFailure(
      status: 400, messages: ["“\(presentation.schema.table)” has no column that holds the order of its rows"],
      heading: "These rows can't be moved",
      wayOut: .init(title: "All rows of \(presentation.schema.title)", address: presentation.address))
  }
}
