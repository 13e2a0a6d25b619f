package import TableModel

/// Moves the rows of a table in the order that one column of it holds.
///
/// Only the rows around the new place are read, however many there are: a number between the two beside it is all that is needed, and
/// where there is none, as many rows on one side make room as have to.
package struct RecordMove {
  private let store: RecordStore
  /// The position of the column.
  private let column: Int
  /// The column that names the row above; `nil` for a flat list.
  private let parent: Int?

  /// Rows that make room at most.
  static let rowLimit = 10_000
  /// How many rows on each side are looked at, one after the other, until there is room.
  private static let windows = [2, 64, 1_024, rowLimit]

  private var name: String { store.schema.columns[column].name }

  package init(in store: RecordStore, column: Int, parent: Int?) {
    self.store = store
    self.column = column
    self.parent = parent
  }

  /// The changes that put a row elsewhere; none if it stands there already.
  /// - Throws: `TableCommandError` for rows that are gone, and where there is no such place.
  package func changes(moving moved: Record, to target: MoveTarget) async throws -> [RecordChange] {
    let rows = OrderedRows(table: store.table, source: store.schema, column: column, among: try siblings(of: moved))
    guard let gap = try await gap(for: moved, target, rows) else { return [] }
    for size in Self.windows {
      let window = try await window(around: gap, size, without: moved.fullKey, rows)
      if let changes = try changes(moving: OrderedRow(moved, column), window) { return changes }
    }
    let fraction = try await fraction(for: moved, gap, rows)
    // What the table itself says of such a number is not what is to be said.
    guard try await store.writer.attempt([fraction], by: store.author).problems.isEmpty else {
      throw Self.tooMany(name)
    }
    return [fraction]
  }

  /// Rows of a tree change places with those beside them.
  private func siblings(of record: Record) throws(TableCommandError) -> RowSelection {
    guard let parent else { return .everything }
    switch record[parent] {
    case .null: return RowSelection(filters: [ColumnFilter(column: parent, condition: .isnull, values: [])])
    case .blob: throw .impossible("The parent row has a blob as its key")
    case let value: return RowSelection(filters: [ColumnFilter(column: parent, value: value.description)])
    }
  }

  // MARK: Where it is to stand

  /// The place just before, or just behind, another row.
  private struct Gap {
    var key: RowKey
    var isBefore: Bool
    /// The row itself.
    var row: OrderedRow
  }

  /// The place that is meant; `nil` if the row stands there already.
  private func gap(for moved: Record, _ target: MoveTarget, _ rows: OrderedRows) async throws -> Gap? {
    let key = moved.fullKey
    switch target {
    case .up: return try await rows.before(key, 1).last.map { Gap(key: $0.key, isBefore: true, row: $0) }
    case .down: return try await rows.behind(key, 1).first.map { Gap(key: $0.key, isBefore: false, row: $0) }
    case .before(let other), .after(let other):
      let isBefore = target == .before(other)
      guard let row = try await store.row(other)?.cell as? Record else { throw TableCommandError.missing(other) }
      // A key may be written in several ways, as where upper and lower case are the same.
      let other = row.fullKey
      guard other != key else { return nil }
      if let parent, row[parent] != moved[parent] { throw TableCommandError.missing(other) }
      let beside = isBefore ? try await rows.before(other, 1).last : try await rows.behind(other, 1).first
      return beside?.key == key ? nil : Gap(key: other, isBefore: isBefore, row: OrderedRow(row, column))
    case .position: throw TableCommandError.impossible("Move rows of this table up, down, or next to another row")
    }
  }

  /// Rows on both sides of a place, in their order, without the row that is to stand there.
  private struct Window {
    var before: [OrderedRow]
    var behind: [OrderedRow]
    /// Whether there are more beyond.
    var goesOnBefore: Bool, goesOnBehind: Bool
  }

  private func window(
    around gap: Gap, _ size: Int, without key: RowKey, _ rows: OrderedRows
  ) async throws -> Window {
    // One more for the row that is left out, and one that shows that there are others.
    var before = try await rows.before(gap.key, size + 2)
    var behind = try await rows.behind(gap.key, size + 2)
    if gap.isBefore { behind.insert(gap.row, at: 0) } else { before.append(gap.row) }
    before.removeAll { $0.key == key }
    behind.removeAll { $0.key == key }
    return Window(
      before: Array(before.suffix(size)), behind: Array(behind.prefix(size)), goesOnBefore: before.count > size,
      goesOnBehind: behind.count > size)
  }

  // MARK: New numbers

  /// The changes that put a row between others; `nil` if rows that were not looked at might have to make room too.
  private func changes(moving moved: OrderedRow, _ window: Window) throws -> [RecordChange]? {
    let others = window.before + window.behind
    guard !others.isEmpty else { return [] }
    // The row stands on the other side of those that it passes, wherever that is.
    let isLast = window.behind.isEmpty
    let rows = isLast ? [moved] + others : others + [moved]
    let (row, place) = (isLast ? 0 : others.count, window.before.count)
    func updates<Number>(
      _ order: RowOrder<Number>, _ value: (Number) -> RecordValue
    ) throws(TableCommandError) -> [RecordChange]? {
      guard let changes = order.moving(row, to: place) else {
        throw TableCommandError.impossible("“\(name)” has no numbers left")
      }
      let first = isLast ? 1 : 0, last = isLast ? rows.count - 1 : rows.count - 2
      if changes.contains(where: {
        $0.row != row && ($0.row == first && window.goesOnBefore || $0.row == last && window.goesOnBehind)
      }) {
        return nil
      }
      return changes.map { change in
        .update(
          key: rows[change.row].key, [ColumnValue(name, value(change.number))], expected: rows[change.row].version)
      }
    }
    if rows.contains(where: \.isText) {
      throw TableCommandError.impossible("“\(name)” contains a value that isn't a number")
    }
    return rows.allSatisfy { $0.whole != nil || $0.number == nil }
      ? try updates(RowOrder(numbers: rows.map(\.whole))) { .integer($0) }
      : try updates(RowOrder(numbers: rows.map(\.number))) { .real($0) }
  }

  /// A number between two whole ones, where too many rows would have to make room for another.
  private func fraction(for moved: Record, _ gap: Gap, _ rows: OrderedRows) async throws -> RecordChange {
    let window = try await window(around: gap, 1, without: moved.fullKey, rows)
    guard let low = window.before.last?.number, let high = window.behind.first?.number,
      let number = Double.between(low, high)
    else { throw Self.tooMany(name) }
    return .update(key: moved.fullKey, [ColumnValue(name, .real(number))], expected: RowVersion(moved))
  }

  private static func tooMany(_ name: String) -> TableCommandError {
    .impossible(
      "There is no number left in “\(name)” between the rows that are to stand beside it, and more than \(rowLimit) rows would have to make room; give the rows numbers that are further apart, and each its own"
    )
  }
}
