/// A table whose rows can be changed through events. `MemoryTable` is one.
///
/// Any thread may call it at any time: a call of `apply` is whole or doesn't happen, and nobody sees a state within it.
public protocol EditableTable: TableViewModelProvider {
  /// The row with an id as it is now; `nil` if there is none.
  func row(_ id: RowKey) async throws -> TableRow?
  /// The rows with these ids that there are now, by the ids that were asked for.
  func rows(_ ids: Set<RowKey>) async throws -> [RowKey: TableRow]
  /// The numbers of rows of the sections, in order, as they are now.
  func rowCounts() async throws -> [Int]
  /// The header or footer at a place as it is now; `nil` if there is none.
  func view(_ place: SupplementaryPlace) async throws -> (any SupplementaryViewModel)?
  /// Makes changes, in order, as one.
  /// - Returns: the rows as they are stored, which may have ids and values that the table gives them, and what undoes the changes.
  /// - Throws: `EditConflict` or `SectionConflict` if a row or a section isn't what its change expects, `TableError` if a change makes no
  ///   sense; then nothing has changed.
  func apply(_ edits: [TableEdit]) async throws -> StoredEdits
  /// The same for a table that others fill: new rows are taken up to a number of rows.
  /// - Throws: also `TableCommandError.full` if there would be more; then nothing has changed.
  func apply(_ edits: [TableEdit], maximumRows: Int) async throws -> StoredEdits
}

extension EditableTable {
  /// Finds one after the other. A table that finds several at once has a function of its own.
  public func rows(_ ids: Set<RowKey>) async throws -> [RowKey: TableRow] {
    var rows: [RowKey: TableRow] = [:]
    for id in ids { rows[id] = try await row(id) }
    return rows
  }

  /// Counts first and changes then: two at the same moment may both find room for the last row. A table that counts and changes as one
  /// has a function of its own.
  public func apply(_ edits: [TableEdit], maximumRows: Int) async throws -> StoredEdits {
    let count = try await rowCounts().reduce(0, +)
    try TableCommandError.checkRoom(from: count, to: count + edits.reduce(0) { $0 + $1.growth }, maximumRows)
    return try await apply(edits)
  }
}

/// A row and where it stands.
public struct TableRow: Sendable {
  /// What it shows.
  public var cell: any CellViewModel
  /// Where it stands; `nil` where the table doesn't tell.
  public var position: CellPosition?

  /// A row.
  public init(_ cell: any CellViewModel, position: CellPosition? = nil) {
    self.cell = cell
    self.position = position
  }

  /// Which row it is.
  public var id: RowKey { (cell as? Record)?.fullKey ?? cell.id }

  /// What it is called where it can't be seen: its first text, or its id.
  package var name: String { RowValues(cell).name(or: cell.id.description) }

  /// Its content in one word.
  public var version: RowVersion { RowVersion(cell) }
}

/// One change of a table. An expected version makes sure that nobody's change is lost unseen; `nil` expects nothing.
public enum TableEdit: Sendable {
  /// Puts a new row at a place, or behind the last one of the table where none is named. A place behind the end of a section is its end.
  case insert(any CellViewModel, at: CellPosition? = nil)
  /// Puts other content in the place of the row with the same id.
  case replace(any CellViewModel, expecting: RowVersion? = nil)
  /// Takes a row out.
  case remove(RowKey, expecting: RowVersion? = nil)
  /// Moves a row to the place that it has when it has been taken out. A place behind the end of a section is its end.
  case move(RowKey, to: CellPosition, expecting: RowVersion? = nil)
  /// Changes a record, or makes one, column by column. Tables of records alone take it.
  case record(RecordChange)
  /// Takes changes of records back that were made together, as what stored them has answered.
  case revert(RecordInverse)
  /// Inserts, renames, updates, removes or moves a section. Tables in memory take it.
  indirect case section(SectionEdit)

  /// Other values in columns of a record.
  public static func set(_ values: [ColumnValue], of row: RowKey, expecting version: RowVersion? = nil) -> TableEdit {
    .record(.update(key: row, values, expected: version))
  }

  /// The row that it is about; `nil` for a new record, which has no key yet, and for a section.
  package var row: RowKey? {
    switch self {
    case .insert(let cell, _), .replace(let cell, _): cell.id
    case .remove(let id, _), .move(let id, _, _), .record(.update(let id, _, _)), .record(.delete(let id, _)): id
    case .record, .revert, .section: nil
    }
  }

  /// The rows that it puts into the table.
  package var insertedRows: [any CellViewModel] {
    switch self {
    case .insert(let cell, _): [cell]
    case .section(.insert(let section, _)): section.rows.map(\.base)
    default: []
    }
  }

  /// By how many rows the table grows.
  var growth: Int {
    switch self {
    case .insert, .record(.insert), .record(.upsert): 1
    case .replace, .move, .record(.update), .revert: 0
    case .remove, .record(.delete): -1
    case .section(let edit): edit.growth
    }
  }

  /// The same change, which expects a version of its row unless it expects one already.
  package func expecting(_ version: RowVersion) -> TableEdit {
    switch self {
    case .insert, .record(.insert), .record(.upsert), .revert, .section: self
    case .record(.update(let id, let values, let expected)): .set(values, of: id, expecting: expected ?? version)
    case .record(.delete(let id, let expected)): .record(.delete(key: id, expected: expected ?? version))
    case .replace(let cell, let expected): .replace(cell, expecting: expected ?? version)
    case .remove(let id, let expected): .remove(id, expecting: expected ?? version)
    case .move(let id, let target, let expected): .move(id, to: target, expecting: expected ?? version)
    }
  }
}

/// Somebody else was quicker: a row isn't any more what was expected.
public struct EditConflict: Error, Sendable {
  /// Which row.
  public var id: RowKey
  /// The row as it is now; `nil` if it is gone.
  public var current: TableRow?
  /// What was expected; `nil` where that is not known.
  package var expected: RowVersion?

  /// A conflict about a row.
  public init(_ id: RowKey, current: TableRow?, expected: RowVersion? = nil) {
    self.id = id
    self.current = current
    self.expected = expected
  }
}
