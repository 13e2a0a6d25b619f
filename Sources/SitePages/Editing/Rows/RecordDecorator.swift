import SiteTables
import TableArguments
package import TableModel
package import TableRendering

/// Adds to the rows of a table of a database what their visitor can do with them: all of it in edit mode, else the buttons that move a row
/// where a cell of the owner's draws it, which has no place for them.
package final class RecordDecorator: RowDecorator {
  private let context: SiteContext
  private let presentation: TablePresentation
  /// What is being done with the rows; `nil` for those who read.
  private let editing: GridEditing?
  /// The column that holds the order of the rows, where they can be moved.
  private let moving: Int?

  /// - Parameter isMovable: whether the page shows rows as they can be moved, to somebody who may.
  package init(_ context: SiteContext, _ presentation: TablePresentation, _ editing: GridEditing?, isMovable: Bool) {
    self.context = context
    self.presentation = presentation
    self.editing = editing
    moving = isMovable ? presentation.configuration.moveColumn : nil
  }

  package func decoration(of cell: any CellViewModel) -> RowDecoration? {
    let item = cell as? RecordItem
    guard let record = item?.record ?? cell as? Record else { return nil }
    let row = Row(record, presentation)
    var decoration = RowDecoration()
    // Nothing can be done with what nothing names.
    guard !row.key.isEmpty else { return decoration }
    // The box of a grid's row stands in a column of its own.
    if item != nil, let editing { decoration.before = box(row, editing) }
    decoration.after = end(row)
    decoration.isMovable = moving != nil
    return decoration
  }

  package func tools(of view: any SupplementaryViewModel, _ place: SupplementaryPlace?) -> HTML? { nil }
  package func facts(of cell: any CellViewModel) -> RowFacts? { nil }
  package func actions(of view: any SupplementaryViewModel) -> [RowAction] { [] }
  package func section(of header: any SupplementaryViewModel, _ place: SupplementaryPlace) -> SectionFacts? { nil }

  /// A row, and what it is called in addresses and in words.
  private struct Row {
    let record: Record
    let key: String
    let name: String

    init(_ record: Record, _ presentation: TablePresentation) {
      self.record = record
      var key = ByteSink(capacity: 32)
      presentation.fields.writeKey(of: record, into: &key)
      self.key = key.string
      name = presentation.label(of: record) ?? "row \(self.key)"
    }

    /// `nil` for a row that the page shows in part: nobody knows then what it holds.
    var version: RowVersion? {
      let isWhole = record.schema.columns.indices.allSatisfy { position in
        let kind = record.field(position).kind
        return kind != .textExcerpt && kind != .blobExcerpt
      }
      return isWhole ? RowVersion(record) : nil
    }
  }

  private func values(of row: Row) -> [String: NibValue] {
    ["assets": context.assets.values, "row": .text(row.key), "rowName": .text(row.name)]
  }

  // MARK: Before and behind

  private func box(_ row: Row, _ editing: GridEditing) -> HTML {
    var values = values(of: row)
    let isChosen = editing.arguments.selected.contains(row.key)
    values["box"] = .object(["boxForm": .text(GridEditing.form), "isChosen": .boolean(isChosen)])
    return HTML { context.nibs.rowStart.write(.object(values), into: &$0) }
  }

  private func end(_ row: Row) -> HTML {
    var values = values(of: row)
    if let moving {
      let number = row.record[moving]
      let place = NibValue.text("\(row.key);\(number == .null ? "" : number.description)")
      values["move"] = .object([
        "moveForm": .text(GridEditing.moveForm), "upName": "up", "upValue": place, "downName": "down",
        "downValue": place,
      ])
    }
    if let editing { values["menu"] = menu(row, editing, &values) }
    return HTML { context.nibs.rowEnd.write(.object(values), into: &$0) }
  }

  /// What can be done with the row as it is: the owner's actions, and what a form or a question is for.
  private func menu(_ row: Row, _ editing: GridEditing, _ values: inout [String: NibValue]) -> NibValue {
    let back = editing.returnTo + "#" + DOMID.row(row.record)
    values["eventAction"] = .text(presentation.address.below("/-/act"))
    values["version"] = NibValue(row.version?.description)
    values["returnTo"] = .text(back)
    let actions = editing.actions(row.record)
    func link(_ title: String, _ path: String, _ arguments: [(name: String, value: String)]) -> NibValue {
      .object(["linkTitle": .text(title), "linkAddress": .text((presentation.address + path).with(arguments))])
    }
    var links = [link("Edit", "/\(row.key)/-/edit", [("_return", back)])]
    if editing.allowsRows {
      links.append(link("Duplicate", "/-/new", [("_from", row.key), ("_return", back)]))
      values["removeAddress"] = .text(
        (presentation.address.below("/\(row.key)/-/remove")).with([("_return", editing.returnTo)]))
    }
    return .object([
      "links": .list(links),
      "actions": .list(
        actions.map {
          .object(["actionName": .text($0.name), "actionTitle": .text($0.title), "isDestructive": false])
        }),
    ])
  }
}
