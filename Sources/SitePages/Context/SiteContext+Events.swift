package import SiteAccess
import SiteConfiguration
package import SiteTables
package import TableModel
import TableRendering

extension SiteContext {
  /// What a visitor is to a table built in code.
  package func eventVisitor(_ visitor: Visitor, _ entry: SiteMap.ControllerEntry) -> TableVisitor {
    let mayChange =
      switch entry.controller.changes {
      case .refused: false
      case .everyone: true
      case .permitted: access.allows(.write, visitor, entry.accessNames.database, entry.accessNames.table)
      }
    return TableVisitor(name: visitor.name, roles: visitor.roleNames, mayChange: mayChange)
  }
}

extension HTTPProblem {
  /// Why a command was not carried out.
  init(_ error: TableCommandError) {
    switch error {
    case .notAllowed: self.init(status: 403, messages: [AccessError.permissionDenied], heading: "This can only be read")
    case .otherRow:
      self.init(
        status: 500, messages: ["Nothing was saved: this table made another row of it"], heading: "This can't be done")
    case .impossible(let reason): self.init(status: 400, messages: [reason], heading: "This can't be done")
    case .missing(let key):
      self.init(status: 404, messages: ["Record not found"], heading: "There is no row “\(key)”")
    case .full(let count):
      self.init(
        status: 409,
        messages: ["This table holds at most \(count.withThousandsMarks) rows, and there is no room for more"],
        heading: "This table is full")
    case .invalidRows(let rows):
      self.init(
        status: 400,
        messages: rows.sorted { $0.key < $1.key }.flatMap { row in
          row.value.sentences.map { "Row \(row.key + 1): \($0)" }
        }, heading: "These rows can't be stored")
    }
  }

  /// The same, of a table built in code.
  package init(_ error: TableCommandError, _ visitor: Visitor, _ entry: SiteMap.ControllerEntry, _ context: SiteContext)
  {
    self.init(error)
    switch error {
    case .notAllowed:
      heading = "“\(entry.controller.title)” can only be read"
      guard entry.controller.changes == .permitted else { break }
      do { try context.access.check(.write, visitor, on: entry) } catch { self.init(error) }
    case .missing(let key): messages = ["There is no row \(key)"]
    case .full: heading = "“\(entry.controller.title)” is full"
    default: break
    }
    recoveryLink = recoveryLink ?? Link(title: "Back to “\(entry.controller.title)”", address: entry.address)
  }

  /// What somebody else was quicker with.
  init(_ conflict: EditConflict) {
    self.init(status: 409, messages: [conflict.message], heading: "This row has changed")
  }

  /// The same, of a section.
  package init(_ conflict: SectionConflict) {
    let message =
      conflict.current == nil
      ? "The section was moved or deleted in the meantime" : "The section was changed or moved in the meantime"
    self.init(status: 409, messages: [message], heading: "This section has changed")
  }
}

extension EditConflict {
  /// What happened to the row.
  package var message: String {
    current == nil ? "The row was deleted in the meantime" : "The row was changed in the meantime"
  }

  /// The row as it is now, of a table of records; `nil` if it is gone.
  package var record: Record? { current?.cell as? Record }
}
