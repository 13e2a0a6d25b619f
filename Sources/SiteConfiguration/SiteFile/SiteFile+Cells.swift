public import TableModel
public import TableRendering

extension SiteFile {
  /// Which nib draws which rows of a table.
  public struct CellRule: Sendable {
    /// What a row has to meet; nothing for all rows.
    public var conditions: [(column: PlacedName, test: RecordCondition.Test)] = []
    /// The nib, by its name in the folder of nibs.
    public var nib: PlacedName
    /// The height to reserve for a row, in CSS pixels.
    public var height: Int?
    /// What stands at the end of a row.
    public var accessory: CellAccessory = .none
    /// Where a row leads.
    public var link: Link = .row

    /// Draws all rows with a nib.
    public init(nib: PlacedName) { self.nib = nib }
  }

  /// Where a row leads.
  public enum Link: Sendable, Hashable {
    /// To the row's own page.
    case row
    /// Nowhere.
    case nowhere
    /// To an address with names of columns in it: `/shop/{{id}}`.
    case template(PlacedName)
  }
}
