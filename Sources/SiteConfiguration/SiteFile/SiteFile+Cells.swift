package import TableModel
package import TableRendering

extension SiteFile {
  /// Which nib draws which rows of a table.
  package struct CellRule: Sendable {
    /// What a row has to meet; nothing for all rows.
    package var conditions: [(column: PlacedName, test: RecordCondition.Test)] = []
    /// The nib, by its name in the folder of nibs.
    package var nib: PlacedName
    /// The height to reserve for a row, in CSS pixels.
    package var height: Int?
    /// What stands at the end of a row.
    package var accessory: CellAccessory = .none
    /// Where a row leads.
    package var link: Link = .row

    /// Draws all rows with a nib.
    package init(nib: PlacedName) { self.nib = nib }
  }

  /// Where a row leads.
  package enum Link: Sendable, Hashable {
    /// To the row's own page.
    case row
    /// Nowhere.
    case nowhere
    /// To an address with names of columns in it: `/shop/{{id}}`.
    case template(PlacedName)
  }
}
