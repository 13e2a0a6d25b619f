package import SiteTables
package import TableArguments
package import TableModel
package import TableRendering

/// A table's page on which rows are chosen and changed: what its address says of that, kept by every link and form of the page.
package struct GridEditing: Sendable {
  var arguments: EventArguments
  /// The page itself, where forms lead back to.
  package let returnTo: String
  /// The columns whose values can be changed.
  package var columns: Set<Int> = []
  /// What can be done to a row by one press.
  package var actions: @Sendable (Record) -> [TableAction] = { _ in [] }
  /// Whether rows may come and go.
  package var allowsRows = true

  /// The form that the boxes before the rows belong to.
  static let form = "chosen"
  /// The form that the buttons which move a row belong to.
  static let moveForm = "move"

  /// Takes what a request says about rows out of its target.
  /// - Returns: `nil` where it says nothing.
  /// - Throws: `ArgumentErrors` if that makes no sense.
  package init?(takingFrom request: inout PageRequest) throws(ArgumentErrors) {
    let target = request.target
    guard PageRequest.mayHave(["_edit", "_selected"], in: target) else { return nil }
    var items = request.arguments
    arguments = try EventArguments(takingFrom: &items)
    var query = QueryText()
    for item in items { query.append(item.name, item.value) }
    request.target = query.behind(String(target.prefix { $0 != "?" }))
    returnTo = target
    guard arguments.isEditing || !arguments.selected.isEmpty else { return nil }
  }

  /// What every link of the page has besides its own arguments.
  package var items: [(name: String, value: String)] { arguments.items }

  /// What stands before the rows.
  package var tools: RecordTools {
    var query = QueryText()
    query.append("_return", returnTo)
    return RecordTools(
      form: Self.form, chosen: Set(arguments.selected), editSuffix: "/-/edit?" + query.text)
  }
}
