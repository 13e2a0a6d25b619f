import TableRendering

extension EditPage {
  /// What stands above fields whose values several rows are to share.
  package static let sharedTitle = "Set for all selected rows"

  /// The form of a page: fields, and a button for each thing that can be done with them.
  package struct Form {
    /// Where it is sent.
    package var action: String
    package var hidden: [(name: String, value: String)]
    /// What its fields are for; `nil` where the page's heading says it.
    package var title: String?
    package var fields: [FormField] = []
    /// What is wrong with all fields together.
    package var error: String?
    /// A long text that can be corrected.
    package var text: LongText?
    package var buttons: [Button]

    package init(
      action: String, hidden: [(name: String, value: String)], title: String? = nil, fields: [FormField] = [],
      error: String? = nil, text: LongText? = nil, buttons: [Button]
    ) {
      self.action = action
      self.hidden = hidden
      self.title = title
      self.fields = fields
      self.error = error
      self.text = text
      self.buttons = buttons
    }

    var view: EditPageView.Form {
      EditPageView.Form(
        formAction: action, formTitle: title, formError: error,
        // Forms of other kinds write three bytes for one that is no letter.
        isMultipart: fields.contains { $0.control == .file || $0.original?.value.first == "#" },
        hidden: hidden.map { FieldView(name: $0.name, value: $0.value) }, hasFields: !fields.isEmpty,
        fields: fields.map(\.view), long: text, buttons: buttons.map(\.view))
    }
  }

  /// What sends a form.
  package struct Button {
    /// How much a button asks to be pressed, or warns.
    package enum Style { case plain, primary, warning, danger }

    package var title: String
    package var style = Style.plain
    /// What it sends besides the fields.
    package var sends: (name: String, value: String)?
    /// Where it sends the form, if elsewhere.
    package var action: String?
    /// Whether the fields have to suit what it does.
    package var needsFields = true

    package init(
      title: String, style: Style = .plain, sends: (name: String, value: String)? = nil, action: String? = nil,
      needsFields: Bool = true
    ) {
      self.title = title
      self.style = style
      self.sends = sends
      self.action = action
      self.needsFields = needsFields
    }

    var view: EditPageView.Button {
      EditPageView.Button(
        buttonTitle: title, buttonAction: action, isPrimary: style == .primary, isWarning: style == .warning,
        isDanger: style == .danger, needsFields: needsFields,
        sends: sends.map { FieldView(name: $0.name, value: $0.value) })
    }
  }
}
