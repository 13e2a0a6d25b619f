import TableRendering

/// Something to choose in a form; without a value of its own, the label is sent.
struct OptionView: EmbeddedView {
  let value: String?
  let label: String
  var isSelected = false
}

/// A name and a value: of an argument, a parameter, a fact.
struct FieldView: NibView, Equatable { let name, value: String }
