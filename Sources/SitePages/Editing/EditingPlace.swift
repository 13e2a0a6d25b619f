package import MicroHTTP
package import SiteAccess
package import SiteTables
import TableArguments
import TableModel
import TableRendering

/// Where a visitor edits rows: the page of a table, of a database or built in code, which the answers to changes lead back to.
package struct EditingPlace: Sendable {
  package let context: SiteContext
  package let visitor: Visitor
  package let title: String
  /// The database of the table; `nil` for one built in code.
  let database: SiteMap.DatabaseEntry?
  /// The table's own address.
  let address: String
  /// The way to the table, itself included.
  package let crumbs: [Crumb]
  /// Where changes are undone, and what is sent there; their name stands behind the last of the names.
  private let undoing: (action: String, fields: [FieldView], name: String)

  /// A table of a database.
  package init(
    _ presentation: TablePresentation, in entry: SiteMap.DatabaseEntry, _ context: SiteContext, by visitor: Visitor
  ) {
    self.context = context
    self.visitor = visitor
    title = presentation.schema.title
    database = entry
    address = presentation.address
    crumbs = presentation.crumbs(in: entry)
    undoing = (address.below("/-/undo"), [], "undo")
  }

  /// A table built in code.
  package init(_ entry: SiteMap.ControllerEntry, _ context: SiteContext, by visitor: Visitor) {
    self.context = context
    self.visitor = visitor
    title = entry.controller.title
    database = nil
    address = entry.address
    crumbs = [.init(title: title, address: address)]
    undoing = (entry.eventAddress, [.init(name: "event", value: "undo")], "token")
  }

  /// Something else of a database than a table, whose changes aren't undone by the name of one.
  package init(
    title: String, address: String, crumbs: [Crumb], in entry: SiteMap.DatabaseEntry, _ context: SiteContext,
    by visitor: Visitor
  ) {
    (self.title, self.address, self.crumbs) = (title, address, crumbs)
    (self.context, self.visitor, database) = (context, visitor, entry)
    undoing = (address.below("/-/undo"), [], "undo")
  }

  /// A path that a form names; the table's own address if it names none.
  package func back(_ path: String?) -> String { context.map.localPath(path ?? address) }

  /// Redirects to a page that says what became of a change.
  /// - Parameters:
  ///   - undo: the name of the changes, where they can be undone.
  ///   - title: what the button says that undoes them.
  package func redirect(
    to path: String, _ request: Request, _ message: String?, _ outcome: Flash.Outcome = .done, undo: String? = nil,
    title: String = "Undo"
  ) -> Response {
    let button = undo.map { undo in
      Flash.Undo(
        action: undoing.action,
        fields: undoing.fields + [.init(name: undoing.name, value: undo), .init(name: "_return", value: path)],
        title: title)
    }
    let hasOthers =
      undo != nil && context.listsChanges(of: visitor) && context.undos.mayHaveSeveral(of: visitor.signature)
    let flash = message.map { message in
      var flash = Flash(message, outcome, undo: button)
      flash.hasOthers = hasOthers
      return flash
    }
    return context.redirect(to: path, request, flash: flash)
  }
}
