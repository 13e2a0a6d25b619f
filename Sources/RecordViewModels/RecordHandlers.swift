package import TableModel

/// The handlers of a table's rows, as a visitor meets them.
package struct RecordHandlers: Sendable {
  private let handlers: [any BoundRecordHandler]
  private let context: RecordEventContext

  /// Handlers of the rows of a schema.
  package init(_ handlers: [any BoundRecordHandler], _ context: RecordEventContext) {
    self.handlers = handlers
    self.context = context
  }

  /// The actions that make sense for a row: those of the first handler that it is for.
  package func actions(_ record: Record) -> [RowAction] {
    handlers.lazy.compactMap { $0.actions(record, context) }.first ?? []
  }

  /// Performs an action of a row.
  package func perform(_ name: String, _ record: Record) async throws -> (
    changes: [RecordChange], outcome: EventOutcome
  ) {
    for handler in handlers {
      guard let action = handler.actions(record, context)?.first(where: { $0.name == name }) else { continue }
      let outcome = try await handler.perform(action, record, context)
      return (try handler.changes(outcome, record), outcome)
    }
    return ([], .nothing)
  }
}
