internal import MicroHTTP
import SiteAccess
import SiteConfiguration
import TableModel

extension SiteContext {
  /// What a visitor is to a table built in code.
  func eventVisitor(_ visitor: Visitor, _ entry: SiteMap.ControllerEntry) -> TableVisitor {
    let mayChange =
      switch entry.controller.changes {
      case .refused: false
      case .everyone: true
      case .permitted: access.allows(.write, visitor, entry.accessNames.database, entry.accessNames.table)
      }
    return TableVisitor(name: visitor.name, roles: visitor.roleNames, mayChange: mayChange)
  }
}

extension SiteMap.ControllerEntry {
  /// What takes the table's events.
  var eventAddress: String { address + "/-/event" }
}

extension PageFailure {
  /// Why a command was not carried out.
  init(_ error: TableCommandError, _ visitor: Visitor, _ entry: SiteMap.ControllerEntry, _ context: SiteContext) {
    switch error {
    case .notAllowed:
      if entry.controller.changes == .permitted {
        do {
          try context.access.check(.write, visitor, on: entry)
        } catch {
          self.init(error)
          return
        }
      }
      self.init(
        status: 403, messages: [AccessError.permissionDenied], heading: "“\(entry.controller.title)” can only be read")
    case .otherRow: self.init(TableCommandError.otherRow(""))
    case .impossible(let reason): self.init(status: 400, messages: [reason], heading: "This can't be done")
    case .full(let count):
      self.init(
        status: 409,
        messages: ["This table holds at most \(count.withThousandsMarks) rows, and there is no room for more"],
        heading: "“\(entry.controller.title)” is full")
    case .invalidRows(let rows):
      self.init(
        status: 400,
        messages: rows.sorted { $0.key < $1.key }.flatMap { row in
          row.value.sentences.map { "Row \(row.key + 1): \($0)" }
        }, heading: "These rows can't be stored")
    }
    wayOut = Link(title: "Back to “\(entry.controller.title)”", address: entry.address)
  }
}
