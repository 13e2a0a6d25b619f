import TableRendering

/// `row.html`: the page of one row.
struct RowView: NibView {
  struct Field: NibView {
    let field: String
    let value: HTML
    let editField, fieldRemark: String?
    let fieldNote: HTML?
  }

  /// A table that refers to the row.
  struct Reference: NibView {
    let referrer, via, referrerCount: String
    let referrerAddress: String?
  }

  /// Where the row can be changed.
  struct Editing: NibView {
    let editAddress: String
    let duplicateAddress, removeAddress: String?
  }

  /// What the site's owner lets be done to the row.
  struct Actions: NibView {
    let actAddress, actKey, actVersion, actReturn: String
    let actions: [Action]
  }

  struct Action: NibView { let actionName, actionTitle: String }

  let frame: FrameView
  let heading, subheading: String
  let previous, next: String?
  let fields: [Field]
  let editing: Editing?
  let rowActions: Actions?
  let hasReferences: Bool
  let references: [Reference]
  let formats: [FormatView]
  let timing: String
}
