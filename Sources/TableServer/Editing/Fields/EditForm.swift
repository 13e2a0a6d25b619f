import TableModel
import TableRendering

/// What was entered into a form that could not be stored, to be shown again with what is wrong about it.
struct RefusedEntry: Sendable {
  /// The key of the row whose fields they are; `nil` for a new one.
  var row: String?
  /// The kind of the new row.
  var kind = 0
  var values: [String: String]
  var errors: FieldErrors
  /// The fields that were ticked, where several rows were to share values.
  var ticked: Set<String> = []
}

/// The fields of a row as a form.
struct EditForm: Sendable {
  let fields: [EditField]
  let values: [String]
  let errors: FieldErrors?
  /// What the ids of its elements begin with.
  let prefix: String
  /// The fields that are ticked, where several rows share what is entered; `nil` for the form of one row.
  var ticked: Set<String>?

  /// The values of `row-fields.html`.
  var nibValues: [String: NibValue] {
    [
      "formError": NibValue(errors?.message),
      "fields": .list(zip(fields, values).enumerated().map { value($0.offset, $0.element.0, $0.element.1) }),
    ]
  }

  private func value(_ position: Int, _ field: EditField, _ value: String) -> NibValue {
    let id = "\(prefix)-\(position + 1)"
    let error = errors?.messages[field.name]
    var values: [String: NibValue] = [
      "fieldID": .text(id), "fieldName": .text("values." + field.name), "fieldTitle": .text(field.title),
      "fieldValue": .text(value), "isRequired": .boolean(field.isRequired && ticked == nil),
      "fieldError": NibValue(error), "errorID": .text(id + "-error"),
    ]
    if let ticked {
      values["tick"] = ["tickName": .text("set." + field.name), "isTicked": .boolean(ticked.contains(field.name))]
    }
    switch field.kind {
    case .text: values["input"] = "text"
    // A number field of a browser throws away what is no number, and changes values when one scrolls.
    case .number:
      values["input"] = "text"
      values["inputMode"] = "decimal"
    case .date: values["input"] = "date"
    case .longText: values["isLong"] = true
    case .boolean:
      values["isBoolean"] = true
      values["isOn"] = .boolean(EditField.boolean(value) ?? false)
    case .choice(let choices):
      values["choices"] = .object([
        "options": .list(
          // What is there already stays choosable, also if it is no choice any more.
          ((choices.contains(value) ? [] : [value]) + choices).map {
            .object(["option": .text($0), "isChosen": .boolean($0 == value)])
          })
      ])
    }
    return .object(values)
  }
}
