import TableModel

extension RowField {
  /// The field on a page.
  package var formField: FormField {
    var field = FormField(
      id: "field-\(position)", name: valueName, label: column.title ?? column.name, control: formControl, value: text,
      remark: remark, error: error, help: hint, isRequired: !isOptional && !takesEmptyText,
      original: originalText.map { (originalName, $0) })
    field.choices = choices
    if takesEmptyText, column.isNullable {
      field.null = FormField.Tick(name: nullName, isOn: isNull, label: "Store null if it is empty")
    }
    if control == .file {
      field.isRequired = !isOptional && was?.isNull != false
      if isOptional, was?.isNull == false {
        field.null = FormField.Tick(name: nullName, isOn: isNull, label: "Remove what is there")
      }
    }
    return field
  }

  private var formControl: FormField.Control {
    switch control {
    // Null is a third choice.
    case .value(.boolean): .choice(choices([.init(value: "0", title: "No"), .init(value: "1", title: "Yes")]))
    case .value(let kind): FormField.Control(kind, holding: text)
    case .reference(let rows, let isComplete): isComplete ? .choice(choices(rows)) : .search(rows)
    case .file: .file
    case .fixed: .fixed(isNull: isNull)
    }
  }

  /// The choices; one for none where a value may be left out, or none has been chosen yet.
  private func choices(_ options: [FormField.Option]) -> [FormField.Option] {
    isOptional || text.isEmpty ? [.init(value: "", title: "—")] + options : options
  }
}
