import SiteConfiguration
import TableModel

/// A row that something is to be done to.
struct NamedRow {
  var key: RowKey
  /// What the asker saw; `nil` for whatever is there.
  var version: RowVersion?
}

/// What the site's owner lets be done to rows.
extension EditedTable {
  /// The action of a name.
  /// - Throws: `PageFailure` 400 with the nearest name if the table has none of it.
  func action(named name: String) throws(PageFailure) -> TableAction {
    let actions = presentation.configuration.actions
    if let action = actions.first(where: { $0.name == name }) { return action }
    let near = NearestNames.of(name, among: actions.map(\.name)).first.map { "; “\($0)” is one" } ?? ""
    throw PageFailure(
      status: 400, messages: ["“\(name)” is no action of “\(schema.table)”" + near], heading: "This can't be done")
  }

  /// Does to some rows what an action says, to all of them or none.
  /// - Throws: `RecordChangeError` for rows that are gone or not what the asker saw, `PageFailure` 400 for those that the action is not for.
  func perform(_ action: TableAction, on rows: [NamedRow]) async throws -> RecordChangeResult {
    var changes: [RecordChange] = []
    for (position, row) in rows.enumerated() {
      let record = try Self.seen(try await record(row.key), row, position)
      guard action.isOffered(for: record) else {
        throw PageFailure(
          status: 400, messages: ["“\(action.title)” is not for row \(row.key) as it is now"],
          heading: "This can't be done to this row",
          wayOut: .init(title: "All rows of \(schema.title)", address: address))
      }
      changes.append(.update(key: row.key, action.changes(), expected: RowVersion(record)))
    }
    return try await writer.apply(changes, by: visitor.signature)
  }

  /// The row as its asker saw it.
  private static func seen(_ record: Record?, _ row: NamedRow, _ position: Int) throws(RecordChangeError) -> Record {
    guard let version = row.version else {
      if let record { return record }
      throw RecordChangeError.missing(key: row.key)
    }
    if let record, version == RowVersion(record) { return record }
    throw RecordChangeError.stale(StaleRecord(change: position, key: row.key, expected: version, current: record))
  }

  /// Puts a row elsewhere in the order of its table.
  func move(_ row: RowKey, to place: RowMove.Place, seen: RowMove.Seen) async throws -> RecordChangeResult {
    guard let column = presentation.configuration.moveColumn else {
      throw PageFailure(
        status: 400, messages: ["“\(schema.table)” has no column that holds the order of its rows"],
        heading: "These rows can't be moved", wayOut: .init(title: "All rows of \(schema.title)", address: address))
    }
    return try await RowMove(table: self, column: column).run(row, to: place, seen: seen)
  }
}
