package import RecordViewModels
package import SiteAccess
package import SiteTables
package import TableModel

extension TablePresentation {
  /// What can be done to all of some rows: what the site's owner says, and what handlers offer.
  package func actions(for records: [Record], _ visitor: Visitor, _ table: any RecordTable) -> [TableAction] {
    var actions = configuration.actions.filter { records.allSatisfy($0.isOffered) }
    guard !handlers.isEmpty, let first = records.first else { return actions }
    let handlers = handlers(for: visitor.ofTable, EventTable(table, path: address, title: schema.title))
    let others = records.dropFirst().map { handlers.actions($0).map(\.name) }
    actions += handlers.actions(first).filter { action in others.allSatisfy { $0.contains(action.name) } }
      .map { TableAction($0) }
    return actions
  }

  /// The handlers of the rows, as a visitor meets them.
  package func handlers(for visitor: TableVisitor, _ table: EventTable) -> RecordHandlers {
    RecordHandlers(handlers, RecordEventContext(visitor, table))
  }
}

extension Visitor {
  /// The visitor as handlers of a database's table are told, which are asked for those alone who may change it.
  package var ofTable: TableVisitor { TableVisitor(name: name, roles: roleNames, mayChange: true) }
}
