import SiteTables
package import TableModel
import TableRendering

/// `row-references.html`: the tables that refer to a row.
package struct RowReferencesView: NibView {
  /// A table that refers to the row.
  package struct Reference: NibView {
    let referrer, via, referrerCount, referrerID: String
    let referrerAddress, late: String?

    /// - Parameters:
    ///   - address: the page that lists the rows.
    ///   - number: tells it from others, counted from 1.
    ///   - late: the same page with everything counted, where the count is not known yet.
    package init(
      _ reference: RecordSchema.IncomingReference, count: TableCount, address: String?, number: Int, late: String?
    ) {
      referrer = reference.table
      via = reference.columnNames
      referrerCount = CountText.words(count) ?? "rows"
      referrerID = "referrer-\(number)"
      referrerAddress = address
      self.late = late
    }
  }

  let assets: AssetsView
  let references: [Reference]
  /// Whether some of them are still to be counted, and the page on which all are.
  let hasLateReferences: Bool
  let countAll: String

  package init(_ references: [Reference], hasLateReferences: Bool, countAll: String, in frame: RowFrame) {
    assets = frame.assets
    self.references = references
    self.hasLateReferences = hasLateReferences
    self.countAll = countAll
  }
}
