/// Lets visitors edit the fields of rows. Without one, the content of rows can't be edited.
public protocol EditHandler<ViewModel>: EventHandler where ViewModel: CellViewModel {
  /// The fields of such a row, in order.
  var fields: [EditField] { get }
  /// Validates what was entered, and makes the row of it. Each value suits its field already.
  /// - Throws: `FieldErrors` to show sentences beside the fields. Any other error fails the edit, and is logged.
  func viewModel(_ edit: Edit) async throws -> ViewModel
}

extension EditHandler {
  /// What was entered, where, and by whom.
  public typealias Edit = EditEvent<ViewModel>
}

/// What was entered into the fields of a row.
public struct EditEvent<ViewModel: CellViewModel>: Sendable {
  /// The id that the row has, or is to have.
  public let id: RowKey
  /// The row before; `nil` for a new one.
  public let old: ViewModel?
  /// Where the row is, or is to be; `nil` where the table doesn't say.
  public let position: CellPosition?
  /// Who edits it.
  public let visitor: TableVisitor
  /// The table.
  public let table: EventTable
  /// The values by the names of the fields. Those of a row that is edited are complete; a field that was left out of a new row is missing.
  public let values: [String: String]

  /// The value of a field; empty if nothing was entered.
  public subscript(_ field: String) -> String { values[field] ?? "" }
}
