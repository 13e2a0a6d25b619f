package import SiteConfiguration
import TableModel
package import TableRendering

/// The nibs that a table's owner has written for what isn't a row: headers and footers of sections, the empty table, and types of fields.
package struct CustomViews: Sendable {
  /// Which nib of the owner's draws a view model.
  enum Variant {
    static let header = ViewVariant(1)
    static let footer = ViewVariant(2)
  }

  private(set) var hasHeader = false
  package private(set) var hasFooter = false
  /// What stands in place of rows where there are none.
  package private(set) var empty: HTML?
  /// The nibs of columns.
  package private(set) var fields: [Int: RecordCell] = [:]
  /// What could not be had.
  package private(set) var problems: [SiteFileError.Problem] = []
  private var cells: [(cell: SlotsCell, variant: ViewVariant, identifier: String)] = []

  package init(_ configuration: TableConfiguration, _ nibs: NibSources, _ links: RecordLinks) {
    let schema = configuration.schema
    if let sections = configuration.sections, let notes = configuration.notes.sections {
      hasHeader = add(notes.header, Variant.header, sections.slotNames(schema), nibs)
      hasFooter = add(notes.footer, Variant.footer, sections.slotNames(schema), nibs)
    }
    if let name = configuration.notes.empty {
      let cell = made(name, nibs) { nib throws(NibError) in try SlotsCell(nib, names: ["title"]) }
      if var cell {
        empty = HTML { html in cell.draw(SlotsViewModel(["title": .text(schema.title)]), into: &html) }
      }
    }
    for column in configuration.notes.columns {
      guard let name = column.nib, let position = schema.column(named: column.name.text) else { continue }
      fields[position] = made(name, nibs) { nib throws(NibError) in
        try RecordCell(nib, schema: schema, links: links, value: position)
      }
    }
  }

  /// Registers the views of sections.
  package func register(in adapters: inout AdapterMap) throws {
    for (cell, variant, identifier) in cells {
      try adapters.register(CellAdapter(reuseIdentifier: identifier, variant: variant) { cell })
    }
  }

  private mutating func add(
    _ name: PlacedName?, _ variant: ViewVariant, _ names: [String], _ nibs: NibSources
  ) -> Bool {
    guard let name, let cell = made(name, nibs, { nib throws(NibError) in try SlotsCell(nib, names: names) }) else {
      return false
    }
    cells.append((cell, variant, "\(name.text) (\(variant == Variant.header ? "header" : "footer"))"))
    return true
  }

  /// What is made of a nib; `nil`, and a problem, for one that can't be had.
  private mutating func made<View>(
    _ name: PlacedName, _ nibs: NibSources, _ make: (Nib) throws(NibError) -> View
  ) -> View? {
    do throws(NibError) {
      if let nib = try nibs.nib(named: name.text) { return try make(nib) }
      problems.append(.init(missing: name, in: nibs))
    } catch {
      problems.append(.init(nibs.placed(error)))
    }
    return nil
  }
}
