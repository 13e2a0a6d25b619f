/// A table whose rows can be changed through events. `MemoryTable` is one.
///
/// Any thread may call it at any time: a call of `apply` is whole or doesn't happen, and nobody sees a state within it.
public protocol EditableTable: TableViewModelProvider {
  /// The row with an id as it is now; `nil` if there is none.
  func row(_ id: CellID) async throws -> TableRow?
  /// The numbers of rows of the sections, in order, as they are now.
  func rowCounts() async throws -> [Int]
  /// The header or footer at a place as it is now; `nil` if there is none.
  func view(_ place: SupplementaryPlace) async throws -> (any SupplementaryViewModel)?
  /// Makes changes, in order, as one.
  /// - Returns: the changes that take them back, in the order to make them.
  /// - Throws: `EditConflict` if a row isn't what its change expects, `TableError` if a change makes no sense; then nothing has changed.
  func apply(_ edits: [TableEdit]) async throws -> [TableEdit]
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
  case remove(CellID, expecting: RowVersion? = nil)
  /// Moves a row to the place that it has when it has been taken out. A place behind the end of a section is its end.
  case move(CellID, to: CellPosition, expecting: RowVersion? = nil)

  /// The row that it is about.
  public var row: CellID {
    switch self {
    case .insert(let cell, _), .replace(let cell, _): cell.id
    case .remove(let id, _), .move(let id, _, _): id
    }
  }

  /// The same change, which expects a version of its row unless it expects one already.
  public func expecting(_ version: RowVersion) -> TableEdit {
    switch self {
    case .insert: self
    case .replace(let cell, let expected): .replace(cell, expecting: expected ?? version)
    case .remove(let id, let expected): .remove(id, expecting: expected ?? version)
    case .move(let id, let target, let expected): .move(id, to: target, expecting: expected ?? version)
    }
  }
}

/// Somebody else was quicker: a row isn't any more what was expected.
public struct EditConflict: Error, Sendable {
  /// Which row.
  public var id: CellID
  /// The row as it is now; `nil` if it is gone.
  public var current: TableRow?

  /// A conflict about a row.
  public init(_ id: CellID, current: TableRow?) {
    self.id = id
    self.current = current
  }
}
