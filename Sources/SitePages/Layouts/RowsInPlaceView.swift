package import TableRendering

/// `rows-in-place.html`: the first rows of other tables, and the history of the row, on its page.
package struct RowsInPlaceView: NibView {
  /// The first rows of another table that belong to the row.
  package struct Rows: NibView {
    let rowsID, rowsTitle: String
    let rowsRemark: String?
    let rowsAddress: String?
    package var addAddress: String?
    /// Where a row can be added on the spot, in place of the form that the address leads to.
    package var addition: Addition?
    package var rows: HTML? { didSet { hasRows = rows != nil } }
    private(set) var hasRows = false
    package var head = GridHeadView(columns: [])
    /// Whether they come later, since they weren't found in time.
    package var areLate = false

    /// - Parameter address: the page that lists all of them.
    package init(id: String, title: String, remark: String?, address: String?) {
      rowsID = id
      rowsTitle = title
      rowsRemark = remark
      rowsAddress = address
    }
  }

  /// A form that asks for one row, to which the row of the page is to belong.
  package struct Addition: NibView {
    let addForm, addAction, returnTo: String
    let kept: [FieldView]
    let addField: FormFieldView
  }

  let assets: AssetsView
  let dataLanguage: String?
  /// The page on which those are that come late.
  let countAll: String
  let rowsInPlace: [Rows]

  package init(_ rows: [Rows], countAll: String, in frame: RowFrame) {
    assets = frame.assets
    dataLanguage = frame.dataLanguage
    self.countAll = countAll
    rowsInPlace = rows
  }
}
