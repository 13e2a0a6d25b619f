import TableRendering

/// `edit-field.html` and `edit-control.html`: one field of a form.
struct FormFieldView: EmbeddedView {
  struct Original: NibView { let originalName, originalText: String }

  struct Tick: EmbeddedView {
    let tickName: String
    let isOn: Bool
    let tickLabel: String
  }

  /// The form of a field that stands apart from it.
  struct Elsewhere: NibView { let form, label: String }

  struct Option: NibView {
    let value, title: String
    let isSelected: Bool
  }

  var id = "", name = "", label = "", text = ""
  var remark, error, hint, placeholder, describedBy, choicesAddress: String?
  var isRequired = false
  var original: Original?
  var null, shared: Tick?
  var elsewhere: Elsewhere?

  // Which control it has.
  var isLine = false, isDay = false, isMoment = false, isFile = false
  var isBox = false, isOn = false
  var isLines = false, isCode = false
  var rowCount = 0
  var isNumber = false
  var inputMode = ""
  var isChoice = false, isSearch = false
  var options: [Option] = []
  var isFixed = false, isNull = false
}
