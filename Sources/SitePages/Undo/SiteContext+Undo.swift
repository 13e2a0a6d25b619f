package import SiteAccess
package import SiteTables
package import TableEditing

extension SiteContext {
  /// Keeps what would take changes back.
  /// - Parameter visitor: who alone may do that; `nil` for all who know its name and may change the table.
  /// - Returns: the name that brings it back; `nil` if the changes can't be taken back.
  package func keepUndo(
    of result: CommandResult, at address: String, by visitor: Visitor? = nil, message: String = ""
  ) async -> String? {
    guard !result.undo.isEmpty else { return nil }
    return await undos.keep(
      Undo(table: address, visitor: visitor?.signature, edits: result.undo, message: message))
  }

  /// The page of one's own changes.
  package var changesAddress: String { map.base + "/-/changes" }

  /// Whether changes of a visitor are listed for the visitor: of those who have no name nobody knows which are whose, unless the site knows
  /// nobody at all.
  func listsChanges(of visitor: Visitor) -> Bool { visitor.name != nil || !access.isInUse }

  /// What a visitor can take back, the newest first.
  func undos(of visitor: Visitor) async -> [(name: String, value: Undo)] {
    guard listsChanges(of: visitor) else { return [] }
    return await undos.all(of: visitor.signature)
  }

  /// What would take back the changes of a name; `nil` for those of other tables and other visitors, and for what is forgotten.
  package func undo(named name: String, table: String, by visitor: Visitor) async -> Undo? {
    guard let undo = await undos.undo(name), undo.table == table, [nil, visitor.signature].contains(undo.visitor) else {
      return nil
    }
    return undo
  }
}
