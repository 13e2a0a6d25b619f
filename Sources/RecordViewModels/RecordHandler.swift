package import TableModel

/// A handler of the rows of a database's table. Which rows it is for is found out in the schema of the moment.
package struct RecordHandler: Sendable {
  /// What is called for events of rows, made for a schema.
  package typealias Bound = any BoundRecordHandler
  /// - Throws: `RecordMismatch` if rows don't make its view models.
  package let bound: @Sendable (RecordSchema) throws(RecordMismatch) -> Bound
  /// Whether it offers actions.
  package let hasActions: Bool

  /// - Parameter predicate: for which of the view models it is; `nil` for all.
  /// - Throws: `HandlerRegistrationError` for a handler of what no database's table asks.
  package init<Handler: EventHandler>(
    _ handler: Handler, where predicate: (@Sendable (Handler.ViewModel) -> Bool)?
  ) throws(HandlerRegistrationError) where Handler.ViewModel: RecordViewModel {
    if let concern = Self.unasked(handler) {
      throw .notAsked(handler: String(describing: Handler.self), concern: concern)
    }
    let concerns = RecordConcerns<Handler.ViewModel>(
      actions: handler as? any ActionHandler<Handler.ViewModel>,
      validation: handler as? any ValidationHandler<Handler.ViewModel>,
      deletion: handler as? any DeletionPolicy<Handler.ViewModel>,
      storing: handler as? any StoreObserver<Handler.ViewModel>)
    guard !concerns.isEmpty else { throw .handlesNothing(String(describing: Handler.self)) }
    hasActions = concerns.actions != nil
    bound = { schema throws(RecordMismatch) in
      TypedRecordHandler(plan: try RecordPlan(schema), concerns: concerns, predicate: predicate)
    }
  }

  /// The first of its protocols whose functions tables of databases don't call.
  private static func unasked(_ handler: any EventHandler) -> String? {
    let concerns: [(String, Bool)] = [
      ("AccessoryHandler", handler is any AccessoryHandler), ("DisplayObserver", handler is any DisplayObserver),
      ("HighlightPolicy", handler is any HighlightPolicy), ("IndentationPolicy", handler is any IndentationPolicy),
      ("SelectionPolicy", handler is any SelectionPolicy), ("SelectionHandler", handler is any SelectionHandler),
      ("DeselectionPolicy", handler is any DeselectionPolicy), ("EditHandler", handler is any EditHandler),
      ("ChoiceProvider", handler is any ChoiceProvider), ("FieldFormatter", handler is any FieldFormatter),
      ("EditObserver", handler is any EditObserver), ("DeletionHandler", handler is any DeletionHandler),
      ("InsertionHandler", handler is any InsertionHandler), ("MovePolicy", handler is any MovePolicy),
      ("MoveObserver", handler is any MoveObserver), ("CopyPolicy", handler is any CopyPolicy),
    ]
    return concerns.first { $0.1 }?.0
  }
}

/// What a handler of a database's rows handles.
struct RecordConcerns<ViewModel: RecordViewModel>: Sendable {
  let actions: (any ActionHandler<ViewModel>)?
  let validation: (any ValidationHandler<ViewModel>)?
  let deletion: (any DeletionPolicy<ViewModel>)?
  let storing: (any StoreObserver<ViewModel>)?

  var isEmpty: Bool { actions == nil && validation == nil && deletion == nil && storing == nil }
}

/// Who causes an event of a row, and in which table.
package struct RecordEventContext: Sendable {
  let visitor: TableVisitor
  let table: EventTable

  /// An event in a table.
  package init(_ visitor: TableVisitor, _ table: EventTable) {
    self.visitor = visitor
    self.table = table
  }
}

/// A handler whose type is forgotten, for rows of one schema.
package protocol BoundRecordHandler: Sendable {
  /// The actions that make sense for a row; `nil` for a row that it isn't for, or if it has none for any row.
  func actions(_ record: Record, _ context: RecordEventContext) -> [RowAction]?
  /// Performs one of them.
  func perform(_ action: RowAction, _ record: Record, _ context: RecordEventContext) async throws -> EventOutcome
  /// The changes that an outcome wants; those of the row expect it as it was.
  func changes(_ outcome: EventOutcome, _ record: Record) throws -> [RecordChange]
  /// What is to be stored, after validation; `nil` if it isn't for the row. - Parameter record: the row as it is; `nil` for a new one.
  func validated(
    _ values: [ColumnValue], of record: Record?, _ context: RecordEventContext
  ) async throws -> [ColumnValue]?
  /// Whether the row can be deleted; `nil` if it isn't for the row.
  func canDelete(_ record: Record, _ context: RecordEventContext) -> Bool?
  /// Tells that a row was stored.
  func didStore(_ old: Record?, _ new: Record?, _ context: RecordEventContext) async
}
