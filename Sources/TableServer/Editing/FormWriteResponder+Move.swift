internal import MicroHTTP
import SitePages
import SiteTables
import TableEditing
import TableModel
import TableRendering

/// Rows that are put elsewhere, asked for by forms.
extension FormWriteResponder {
  /// The form names the row by one of `up`, `down`, or by `row` beside `before` or `after`: its key, a semicolon, and the number that it had.
  func move() async throws -> Response {
    let place: MoveTarget
    let text: String
    switch (form["up"], form["down"], form["row"], form["before"], form["after"]) {
    case (let row?, nil, nil, nil, nil): (place, text) = (.up, row)
    case (nil, let row?, nil, nil, nil): (place, text) = (.down, row)
    case (nil, nil, let row?, let other?, nil): (place, text) = (.before(try key(other)), row)
    case (nil, nil, let row?, nil, let other?): (place, text) = (.after(try key(other)), row)
    default: throw Self.incomplete("The form does not say which row is to stand where")
    }
    let number = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false).dropFirst().first
    let moved = try key(text)
    do {
      var row = ChosenRow(moved)
      if let number { row.version = try await version(of: moved, numbered: String(number)) }
      let result = try await table.run(Command(.move(place), row))
      let back = form["_return"] ?? table.address
      guard let row = result.records.outcomes.first(where: { $0.after?.fullKey == moved })?.after else {
        return said("Nothing was moved.", .done, back)
      }
      return await done("Moved \(table.quoted(row)).", result, returnTo: back + "#" + DOMID.row(row))
    } catch  where error is RecordChangeError || error is EditConflict || error is TableCommandError {
      var failure = HTTPProblem(error)
      failure.recoveryLink = .init(title: "All rows of \(schema.title)", address: table.address)
      throw failure
    }
  }

  /// The version of a row whose sender saw a number that it stands by; empty for none.
  private func version(of key: RowKey, numbered number: String) async throws -> RowVersion? {
    guard let column = table.presentation.configuration.moveColumn, let record = try await table.record(key) else {
      return nil
    }
    if record[column].description == number { return RowVersion(record) }
    throw EditConflict(key, current: TableRow(record))
  }

  private func key(_ text: String) throws(TableError) -> RowKey {
    try schema.key(encoded: String(text.prefix { $0 != ";" }))
  }
}
