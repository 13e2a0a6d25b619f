import SiteTables
import TableArguments
package import TableRendering

extension GridEditing {
  /// The bar above a grid whose rows are chosen and changed.
  /// - Parameter shown: the keys of the rows on the page.
  package func toolbar(_ grid: GridFrame, shown: Set<String>) -> HTML {
    let address = grid.address, selected = arguments.selected
    var items = grid.arguments.items(schema: grid.columns.schema, limits: grid.limits)
    if arguments.isEditing { items.append(("_edit", "on")) }
    var rowTools: GridToolsView.RowTools?
    if allowsRows {
      rowTools = .init(
        changeAddress: address.below("/-/change"), removalAddress: address.below("/-/removal"),
        pasteAddress: address.below("/-/paste"), pastePage: address.below("/-/paste").with([("_return", returnTo)]))
    }
    return grid.context.nibs.gridTools.html(
      GridToolsView(
        toolsForm: Self.form, tableAddress: address, selectionAddress: address.below("/-/selection"),
        copyAddress: address.below("/-/copy"), returnTo: returnTo, chosenCount: Self.words(selected.count),
        isList: grid.isList, hasChosen: !selected.isEmpty,
        // Rows that were chosen on other pages stay so; their boxes stand there.
        elsewhere: selected.filter { !shown.contains($0) }.map { .init(key: $0) },
        kept: items.map { FieldView(name: $0.name, value: $0.value) }, clearAddress: address.with(items),
        rowTools: rowTools))
  }

  static func words(_ count: Int) -> String {
    switch count {
    case 0: "No rows selected"
    case 1: "1 row selected"
    default: "\(count.withThousandsMarks) rows selected"
    }
  }
}
