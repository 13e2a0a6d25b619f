import TableRendering

/// Something to choose in a form; without a value of its own, the label is sent.
struct OptionView: EmbeddedView {
  let value: String?
  let label: String
  var isSelected = false
}

/// A name and a value: of an argument, a parameter, a fact.
package struct FieldView: NibView, Equatable {
  package let name, value: String

  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}
