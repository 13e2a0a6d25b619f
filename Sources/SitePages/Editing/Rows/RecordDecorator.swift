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

  private func place(of row: Row) -> RowPlaceView {
    RowPlaceView(assets: context.assets.view, row: row.key, rowName: row.name)
  }

  // MARK: Before and behind

  private func box(_ row: Row, _ editing: GridEditing) -> HTML {
    let isChosen = editing.arguments.selected.contains(row.key)
    return context.nibs.rowStart.html(
      RowStartView(place: place(of: row), box: .init(boxForm: GridEditing.form, isChosen: isChosen)))
  }

  private func end(_ row: Row) -> HTML {
    var view = RowEndView(place: place(of: row))
    if let moving {
      let number = row.record[moving]
      view.move = RowMoveView(
        places: "\(row.key);\(number == .null ? "" : number.description)", form: GridEditing.moveForm)
    }
    if let editing { addMenu(of: row, editing, to: &view) }
    return context.nibs.rowEnd.html(view)
  }

  /// What can be done with the row as it is: the owner's actions, and what a form or a question is for.
  private func addMenu(of row: Row, _ editing: GridEditing, to view: inout RowEndView) {
    let back = editing.returnTo + "#" + DOMID.row(row.record)
    view.place.eventAction = presentation.address.below("/-/act")
    view.place.version = row.version?.description
    view.place.returnTo = back
    func link(_ title: String, _ path: String, _ arguments: [(name: String, value: String)]) -> LinkView {
      LinkView(title: title, address: (presentation.address + path).with(arguments))
    }
    var links = [link("Edit", "/\(row.key)/-/edit", [("_return", back)])]
    if editing.allowsRows {
      links.append(link("Duplicate", "/-/new", [("_from", row.key), ("_return", back)]))
      view.removeAddress =
        (presentation.address.below("/\(row.key)/-/remove")).with([("_return", editing.returnTo)])
    }
    let actions = editing.actions(row.record).map { RowAction($0.name, title: $0.title) }
    view.menu = .init(actions: actions.map { .init($0) }, links: links)
  }
}
