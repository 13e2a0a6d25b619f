import SiteTables
package import TableModel
package import TableRendering

/// `row.html`: the page of one row.
package struct RowView: NibView {
  package struct Field: NibView {
    package let field: String
    package let value: HTML
    package let editField, fieldRemark: String?
    package let fieldNote: HTML?

    package init(field: String, value: HTML, editField: String?, fieldRemark: String?, fieldNote: HTML?) {
      self.field = field
      self.value = value
      self.editField = editField
      self.fieldRemark = fieldRemark
      self.fieldNote = fieldNote
    }
  }

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

  /// Where the row can be changed.
  package struct Editing: NibView {
    package let editAddress: String
    package let duplicateAddress, removeAddress: String?

    package init(editAddress: String, duplicateAddress: String?, removeAddress: String?) {
      self.editAddress = editAddress
      self.duplicateAddress = duplicateAddress
      self.removeAddress = removeAddress
    }
  }

  /// What the site's owner lets be done to the row.
  package struct Actions: NibView {
    package let actAddress, actKey, actVersion, actReturn: String
    package let actions: [Action]

    package init(actAddress: String, actKey: String, actVersion: String, actReturn: String, actions: [Action]) {
      self.actAddress = actAddress
      self.actKey = actKey
      self.actVersion = actVersion
      self.actReturn = actReturn
      self.actions = actions
    }
  }

  package struct Action: NibView {
    package let actionName, actionTitle: String

    package init(actionName: String, actionTitle: String) {
      self.actionName = actionName
      self.actionTitle = actionTitle
    }
  }

  package let frame: FrameView
  package let heading, subheading: String
  package let previous, next: String?
  package let fields: [Field]
  package let editing: Editing?
  package let rowActions: Actions?
  package let hasReferences: Bool
  package let references: [Reference]
  /// Whether some of them are still to be counted, and the page on which all are.
  package let hasLateReferences: Bool
  package let countAll: String
  /// The rows themselves, and the history of the row.
  package let rowsInPlace: [Rows]
  package let formats: [FormatView]
  package let timing: PassingText

  package init(
    frame: FrameView, heading: String, subheading: String, previous: String?, next: String?, fields: [Field],
    editing: Editing?, rowActions: Actions?, hasReferences: Bool, references: [Reference],
    hasLateReferences: Bool, countAll: String, rowsInPlace: [Rows], formats: [FormatView], timing: PassingText
  ) {
    self.frame = frame
    self.heading = heading
    self.subheading = subheading
    self.previous = previous
    self.next = next
    self.fields = fields
    self.editing = editing
    self.rowActions = rowActions
    self.hasReferences = hasReferences
    self.references = references
    self.hasLateReferences = hasLateReferences
    self.countAll = countAll
    self.rowsInPlace = rowsInPlace
    self.formats = formats
    self.timing = timing
  }
}
