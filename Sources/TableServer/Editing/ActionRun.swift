import SiteAccess
import SiteConfiguration
import TableModel

/// Does to some rows what one of the table's actions says, to all of them or none.
struct ActionRun {
  let mounted: MountedTable
  let presentation: TablePresentation
  let writer: any RecordWriter
  let visitor: Visitor

  /// A row that is meant.
  struct Row {
    var key: RowKey
    /// What the asker saw; `nil` for whatever is there.
    var version: RowVersion?
  }

  /// The action of a name.
  /// - Throws: `PageFailure` 400 with the nearest name if the table has none of it.
  func action(named name: String) throws(PageFailure) -> TableAction {
    let actions = presentation.configuration.actions
    if let action = actions.first(where: { $0.name == name }) { return action }
    let near = NearestNames.of(name, among: actions.map(\.name)).first.map { "; “\($0)” is one" } ?? ""
    throw PageFailure(
      status: 400, messages: ["“\(name)” is no action of “\(presentation.schema.table)”" + near],
      heading: "This can't be done")
  }

  /// - Throws: `RecordChangeError` for rows that are gone or not what the asker saw, `PageFailure` 400 for those that the action is not for.
  func run(_ action: TableAction, on rows: [Row]) async throws -> RecordChangeResult {
    var changes: [RecordChange] = []
    for (position, row) in rows.enumerated() {
      let record = try await record(row, position)
      guard action.isOffered(for: record) else {
        throw PageFailure(
          status: 400, messages: ["“\(action.title)” is not for row \(row.key) as it is now"],
          heading: "This can't be done to this row",
          wayOut: .init(title: "All rows of \(presentation.schema.title)", address: presentation.address))
      }
      changes.append(.update(key: row.key, action.changes(), expected: RowVersion(record)))
    }
    return try await writer.apply(changes, by: visitor.signature)
  }

  private func record(_ row: Row, _ position: Int) async throws -> Record {
    let record: Record
    do { record = try await mounted.record(row.key, as: presentation).record } catch TableError.notFound {
      guard let version = row.version else { throw RecordChangeError.missing(key: row.key) }
      throw RecordChangeError.stale(StaleRecord(change: position, key: row.key, expected: version, current: nil))
    }
    if let version = row.version, version != RowVersion(record) {
      throw RecordChangeError.stale(StaleRecord(change: position, key: row.key, expected: version, current: record))
    }
    return record
  }
}
