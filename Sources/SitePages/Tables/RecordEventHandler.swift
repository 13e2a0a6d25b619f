import RecordViewModels
import SiteTables
import TableEditing
package import TableModel

/// What can be done to records: actions of the site's owner and of handlers in Swift, and another place in the order of their table.
package struct RecordEventHandler: ActionHandler, MoveHandler {
  package typealias ViewModel = Record
  package let presentation: TablePresentation

  package init(presentation: TablePresentation) {
    self.presentation = presentation
  }

  private var configuration: TableConfiguration { presentation.configuration }

  package func actions(_ target: ActionTarget) -> [RowAction] {
    configuration.actions.filter { $0.isOffered(for: target.viewModel) }.map { RowAction($0.name, title: $0.title) }
      + handlers(target).actions(target.viewModel)
  }

  /// Those in Swift.
  private func handlers(_ target: ActionTarget) -> RecordHandlers {
    presentation.handlers(for: target.visitor, target.table)
  }

  package func perform(_ action: RowAction, _ target: ActionTarget) async throws -> EventOutcome {
    let record = target.viewModel
    guard let action = configuration.actions.first(where: { $0.name == action.name }) else {
      let (changes, said) = try await handlers(target).perform(action.name, record)
      var outcome = said
      outcome.edits = changes.map { .record($0) }
      return outcome
    }
    return .edits([.set(action.changes(), of: record.fullKey, expecting: RowVersion(record))])
  }

  package func move(_ row: ShiftedRow, to target: MoveTarget) async throws -> EventOutcome {
    guard let column = configuration.moveColumn, let store = row.table.source as? RecordStore else {
      throw TableCommandError.impossible(
        "“\(configuration.schema.table)” has no column that holds the order of its rows")
    }
    let move = RecordMove(in: store, column: column, parent: configuration.tree?.parent)
    return .edits(try await move.changes(moving: row.viewModel, to: target).map { .record($0) })
  }
}
