package import TableModel

/// Something that a visitor does to a table: what forms, scripts and JSON ask for, as a value.
package struct Command: Sendable {
  /// What is to be done.
  package enum Deed: Sendable {
    case select, deselect
    /// Presses the button at the end of a row.
    case accessory
    /// Gives up entering values, or deleting.
    case cancel
    /// Inserts a row where one stands, as its handler does that.
    case insertHere
    /// Deletes rows, each with its handler's consent.
    case delete
    /// Enters values into rows, as each of their handlers takes them; what isn't named stays as it is.
    case update([ColumnValue])
    /// Moves rows, in the order that they have.
    case move(MoveTarget)
    /// Performs an action that all of the rows offer, by its name.
    case action(String)
    /// Performs an action of the menu of a header or footer, by the action's name.
    case viewAction(String, SupplementaryPlace)
    /// Changes a section, as the handler of its header does that.
    case section(SectionChange, ChosenSection)
    /// Makes rows of a kind (its place in `EventHandlerMap.insertions`) from values; behind the last row where no place is named.
    case insert([[ColumnValue]], kind: Int = 0, at: CellPosition? = nil)
    /// Makes records.
    case insertRecords([[ColumnValue]], ifExists: ExistingRecord)
    /// Makes records, or enters values into those that have the keys.
    case upsert([[ColumnValue]])
    /// Takes changes back that a result told how to.
    case undo([TableEdit])
  }

  /// What is to be done.
  package var deed: Deed
  /// The rows that it is done to: to all of them, or to none.
  package var rows: [ChosenRow]
  /// Whether rows are named together, however many they are: what is said is about all of them then.
  package var isTogether: Bool
  /// The rows that are chosen so far.
  package var selected: [RowKey]

  /// Something to be done with rows together.
  package init(_ deed: Deed, together rows: [ChosenRow], selected: [RowKey] = []) {
    self.deed = deed
    self.rows = rows
    self.selected = selected
    isTogether = true
  }

  /// Something to be done, with a row if it is about one.
  package init(_ deed: Deed, _ row: ChosenRow? = nil, selected: [RowKey] = []) {
    self.init(deed, together: row.map { [$0] } ?? [], selected: selected)
    isTogether = false
  }
}

/// A row that something is done to.
package struct ChosenRow: Sendable, Hashable {
  /// Which row.
  package var id: RowKey
  /// The version that the visitor has seen; `nil` takes the row as it is.
  package var version: RowVersion?

  /// A row, as it was seen.
  package init(_ id: RowKey, version: RowVersion? = nil) {
    self.id = id
    self.version = version
  }
}

/// A section that something is done to.
package struct ChosenSection: Sendable, Hashable {
  /// Its place in the table, counted from 0.
  package var place: Int
  /// The version of the header that the visitor has seen; `nil` takes the section as it is.
  package var version: RowVersion?
  /// How many rows the visitor was told that it has; `nil` for any number.
  package var rowCount: Int?

  /// A section, as it was seen.
  package init(_ place: Int, version: RowVersion? = nil, rowCount: Int? = nil) {
    self.place = place
    self.version = version
    self.rowCount = rowCount
  }
}

/// What became of a command.
package struct CommandResult: Sendable {
  /// A sentence or two for the visitor.
  package var message: String?
  /// Where to go on to; `nil` stays on the page.
  package var destination: String?
  /// Whether a handler refused.
  package var isRefused = false
  /// The rows that are chosen now.
  package var selected: [RowKey]
  /// The changes that take back what was changed, in order; none if nothing was, or nothing does.
  package var undo: [TableEdit] = []
  /// The rows that were changed or made, as they are now.
  package var rows: [TableRow] = []
  /// What became of records, one by one; nothing in a table of other rows.
  package var records = RecordChangeResult(outcomes: [], inverse: nil)
}
