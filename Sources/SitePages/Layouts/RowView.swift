import TableRendering

/// `row.html`: the page of one row. What is late differs between the rows of a table.
struct RowView: NibView {
  struct Field: NibView {
    let field: String
    let value: HTML
    var editField, fieldRemark: String?
    var fieldNote: HTML?
  }

  /// Where the row can be changed.
  struct Editing: NibView {
    let editAddress: String
    let duplicateAddress, removeAddress: String?
  }

  let frame: FrameView
  let heading, subheading: String
  let rowActions = Late<HTML?>.late
  let editing: Editing?
  let previous = Late<String?>.late
  let next = Late<String?>.late
  let fields: [Field]
  let references = Late<HTML?>.late
  let rowsInPlace = Late<HTML?>.late
  let formats: [FormatView]
  let timing = Late<String?>.late
}
