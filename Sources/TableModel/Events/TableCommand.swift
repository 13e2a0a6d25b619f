/// Something that a visitor does to a table: what forms and JSON ask for, as a value.
public enum TableCommand: Sendable {
  case select(RowKey)
  case deselect(RowKey)
  /// Presses the button at the end of a row.
  case accessory(RowKey)
  /// Deletes a row, or inserts one where it stands, as its handler does that.
  case commit(EditingStyle, RowKey)
  /// Enters values into the fields of a row.
  case update(RowKey, [String: String])
  /// Gives up entering values, or deleting.
  case cancel(RowKey)
  /// Makes a row of a kind (its place in `EventHandlerMap.insertions`) from values; behind the last row where no place is named.
  case insert([String: String], kind: Int = 0, at: CellPosition? = nil)
  /// Makes rows of a kind, all of them or none.
  case paste([[String: String]], kind: Int = 0)
  case move(RowKey, MoveTarget)
  /// Performs an action of a row's menu or of its edit mode, by the action's name.
  case action(String, RowKey)
  /// Deletes rows, all of them or none, each with its handler's consent.
  case deleteAll([ChosenRow])
  /// Performs an action that all of the rows offer, by its name, on all of them or none.
  case performAll(String, [ChosenRow])
  /// Moves rows together, all of them or none, in the order that they have.
  case moveAll([ChosenRow], MoveTarget)
  /// Enters values into rows, into all of them or none, as each of their handlers takes them; what isn't named stays as it is.
  case updateAll([String: String], [ChosenRow])
  /// Performs an action of the menu of a header or footer, by the action's name.
  case viewAction(String, SupplementaryPlace)
  /// Takes changes back that a result told how to.
  case undo([TableEdit])

  /// The row that it is about.
  public var row: RowKey? {
    switch self {
    case .select(let id), .deselect(let id), .accessory(let id), .commit(_, let id), .update(let id, _),
      .cancel(let id),
      .move(let id, _), .action(_, let id):
      id
    case .insert, .paste, .deleteAll, .performAll, .moveAll, .updateAll, .viewAction, .undo: nil
    }
  }
}

/// Where a row is to go.
public enum MoveTarget: Sendable, Hashable {
  /// One place up or down; over the edge of a section into the one beside it. Rows that move together keep off each other's places.
  case up, down
  /// Right before or behind another row; several rows one after the other.
  case before(RowKey), after(RowKey)
  /// The place that the row, or the first of several, has when they have been taken out.
  case position(CellPosition)
}

/// What became of a command.
public struct TableEventResult: Sendable {
  /// A sentence or two for the visitor.
  public var message: String?
  /// Where to go on to; `nil` stays on the page.
  public var destination: String?
  /// Whether a handler refused.
  public var isRefused = false
  /// The rows that are chosen now.
  public var selected: [RowKey]
  /// The changes that take back what was changed, in order; empty if nothing was.
  public var undo: [TableEdit] = []
  /// The rows that were changed or made, as they are now.
  public var rows: [TableRow] = []
}

/// Why a command was not carried out, other than by its handler.
public enum TableCommandError: Error, Sendable, Equatable {
  /// The visitor may not change the table.
  case notAllowed
  /// The table or the row doesn't do that.
  case impossible(String)
  /// A handler made a row with another id of the one that was edited, so that nothing was stored. Says which, for the log.
  case otherRow(String)
  /// The table would have more rows than it may.
  case full(Int)
  /// What was pasted can't be stored: what is wrong, by the rows' places in it.
  case invalidRows([Int: FieldErrors])
}
