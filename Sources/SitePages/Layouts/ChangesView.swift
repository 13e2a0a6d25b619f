import Glibc
import SiteTables
import TableArguments
import TableRendering

/// `changes.html`: the last changes of the visitor.
package struct ChangesView: NibView {
  struct Change: NibView {
    let message, table, age, undoAction, undoName, returnTo: String
  }

  let frame: FrameView
  let heading: String
  let hasChanges: Bool
  let changes: [Change]

  /// The changes that the visitor of a request can undo.
  package init(_ request: PageRequest, _ context: SiteContext) async {
    let own = await context.undos(of: request.visitor), address = context.changesAddress
    heading = "Your last changes"
    frame = PageLayout(
      title: "Your last changes", crumbs: [.init(title: "Changes")], returnTo: address,
      preferences: request.preferences, flash: request.flash, visitor: request.visitor
    ).view(context, pageStyle: context.assets.editStyle)
    changes = own.map { name, undo in
      Change(
        message: undo.message.isEmpty ? "A change" : undo.message, table: undo.table, age: Self.age(undo.madeAt),
        undoAction: undo.table.below("/-/undo"), undoName: name, returnTo: address)
    }
    hasChanges = !changes.isEmpty
  }

  private static func age(_ seconds: Int) -> String {
    let minutes = (time(nil) - seconds) / 60
    switch minutes {
    case ..<1: return "just now"
    case 1..<60: return minutes.counted("minute ago", "minutes ago")
    case 60..<1_440: return (minutes / 60).counted("hour ago", "hours ago")
    default: return (minutes / 1_440).counted("day ago", "days ago")
    }
  }
}
