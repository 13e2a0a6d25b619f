import TableEditing
import TableModel

/// What the site's owner lets be done to records, handled as events are in Swift: actions, and another place in the order of their table.
struct RecordHandler: ActionHandler, MoveHandler {
  typealias ViewModel = Record
  let configuration: TableConfiguration

  func actions(_ target: ActionTarget) -> [RowAction] {
    configuration.actions.filter { $0.isOffered(for: target.viewModel) }.map { RowAction($0.name, title: $0.title) }
  }

  func perform(_ action: RowAction, _ target: ActionTarget) async throws -> EventOutcome {
    guard let action = configuration.actions.first(where: { $0.name == action.name }) else { return .nothing }
    let record = target.viewModel
    return .edits([.set(action.changes(), of: record.fullKey, expecting: RowVersion(record))])
  }

  func move(_ row: ShiftedRow, to target: MoveTarget) async throws -> EventOutcome {
    guard let column = configuration.moveColumn, let store = row.table.source as? RecordStore else {
      throw TableCommandError.impossible(
        "“\(configuration.schema.table)” has no column that holds the order of its rows")
    }
    let move = RecordMove(in: store, column: column, parent: configuration.tree?.parent)
    return .edits(try await move.changes(moving: row.viewModel, to: target).map { .record($0) })
  }
}
