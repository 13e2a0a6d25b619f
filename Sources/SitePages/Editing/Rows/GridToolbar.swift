import SiteTables
import TableArguments
package import TableRendering

/// The bar above a grid whose rows are chosen and changed: the values of `grid-tools.html`.
package struct GridToolbar {
  package let grid: GridFrame
  package let editing: GridEditing
  /// The keys of the rows on the page.
  package let shown: Set<String>

  package init(grid: GridFrame, editing: GridEditing, shown: Set<String>) {
    self.grid = grid
    self.editing = editing
    self.shown = shown
  }

  package var values: NibValue {
    let selected = editing.arguments.selected
    let address = grid.address
    var items = grid.arguments.items(schema: grid.columns.schema, limits: grid.limits)
    if editing.arguments.isEditing { items.append(("_edit", "on")) }
    var values: [String: NibValue] = [
      "assets": grid.context.assets.values, "toolsForm": .text(GridEditing.form), "tableAddress": .text(address),
      "selectionAddress": .text(address.below("/-/selection")), "copyAddress": .text(address.below("/-/copy")),
      "returnTo": .text(editing.returnTo), "chosenCount": .text(Self.words(selected.count)),
      "isList": .boolean(grid.isList), "hasChosen": .boolean(!selected.isEmpty),
      // Rows that were chosen on other pages stay so; their boxes stand there.
      "elsewhere": .list(selected.filter { !shown.contains($0) }.map { .text($0) }.map { .object(["key": $0]) }),
      "kept": .list(items.map { .object(["argument": .text($0.name), "value": .text($0.value)]) }),
      "clearAddress": .text(address.with(items)),
    ]
    if editing.allowsRows {
      var back = QueryText()
      back.append("_return", editing.returnTo)
      values["rowTools"] = .object([
        "changeAddress": .text(address.below("/-/change")), "removalAddress": .text(address.below("/-/removal")),
        "pasteAddress": .text(address.below("/-/paste")), "pastePage": .text(address.below("/-/paste?") + back.text),
      ])
    }
    return .object(values)
  }

  static func words(_ count: Int) -> String {
    switch count {
    case 0: "No rows selected"
    case 1: "1 row selected"
    default: "\(count.withThousandsMarks) rows selected"
    }
  }
}
