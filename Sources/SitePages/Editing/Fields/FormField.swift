package import TableModel
import TableRendering
import TextCoding

/// One field of a form, whatever table it is for: how its value is asked for, what stands in it, and what is wrong with that.
package struct FormField: Sendable {
  /// How a value is asked for.
  package enum Control: Sendable, Equatable {
    case line
    case lines(isCode: Bool)
    /// Written as text: a number field of a browser throws away what is no number, and changes values when one scrolls.
    case number(isWhole: Bool)
    case day
    /// A day and a time.
    case moment
    /// A box that is ticked.
    case box
    /// One of these.
    case choice([Option])
    /// Any text, with these to choose from.
    case search([Option])
    case file
    /// Not at all.
    case fixed(isNull: Bool)
  }

  /// A value that can be chosen.
  package struct Option: Sendable, Equatable {
    var value: String
    var title: String
  }

  /// What is sent with a box that is ticked.
  package struct Tick: Sendable, Equatable {
    package var name: String
    package var isOn: Bool
    package var label: String

    package init(name: String, isOn: Bool, label: String) {
      self.name = name
      self.isOn = isOn
      self.label = label
    }
  }

  /// Names its elements on the page.
  var id: String
  var name: String
  package var label: String
  var control: Control
  var value: String
  /// What kind of value is asked for.
  var remark: String?
  var error: String?
  /// A line below it.
  var help: String?
  var isRequired = false
  /// What stood there, as the form carries it along.
  var original: (name: String, value: String)?
  /// Whether null is meant.
  var null: Tick?
  /// Whether the field is meant, where several rows share what is entered.
  package var shared: Tick?
  /// What an empty field gets.
  var placeholder: String?
  /// The form that it belongs to, where it stands apart from it and from words beside it.
  var form: String?

  /// The values of `edit-field.html` and `edit-control.html`.
  var nibValue: NibValue {
    var values: [String: NibValue] = [
      "id": .text(id), "name": .text(name), "label": .text(label), "text": .text(value), "remark": NibValue(remark),
      "error": NibValue(error), "hint": NibValue(help), "isRequired": .boolean(isRequired),
      "original": original.map { .object(["originalName": .text($0.name), "originalText": .text($0.value)]) } ?? .null,
      "null": Self.value(null), "shared": Self.value(shared), "placeholder": NibValue(placeholder),
      "elsewhere": form.map { .object(["form": .text($0), "label": .text(label)]) } ?? .null,
    ]
    let describedBy = [error.map { _ in id + "-error" }, help.map { _ in id + "-hint" }].compactMap(\.self)
    if form == nil, !describedBy.isEmpty { values["describedBy"] = .text(describedBy.joined(separator: " ")) }
    switch control {
    case .line: values["isLine"] = true
    case .lines(let isCode):
      let lines = value.utf8.reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
      values["isLines"] = true
      values["isCode"] = .boolean(isCode)
      values["rowCount"] = .integer(form == nil ? Int64(min(max(lines + value.utf8.count / 60, 3), 16)) : 1)
    case .number(let isWhole):
      values["isNumber"] = true
      values["inputMode"] = isWhole ? "numeric" : "decimal"
    case .day: values["isDay"] = true
    case .moment:
      values["isMoment"] = true
      values["text"] = .text(MomentText(value)?.controlText ?? value)
    case .box:
      values["isBox"] = true
      values["isOn"] = .boolean(EditField.boolean(value) ?? false)
    case .choice(let options):
      values["isChoice"] = true
      values["options"] = self.options(options)
    case .search(let options):
      values["isSearch"] = true
      values["options"] = self.options(options)
    case .file: values["isFile"] = true
    case .fixed(let isNull):
      values["isFixed"] = true
      values["isNull"] = .boolean(isNull)
    }
    return .object(values)
  }

  private func options(_ options: [Option]) -> NibValue {
    .list(
      options.map {
        .object(["value": .text($0.value), "title": .text($0.title), "isSelected": .boolean($0.value == value)])
      })
  }

  private static func value(_ tick: Tick?) -> NibValue {
    tick.map { .object(["tickName": .text($0.name), "isOn": .boolean($0.isOn), "tickLabel": .text($0.label)]) } ?? .null
  }
}

extension FormField {
  /// The field of a handler.
  /// - Parameters:
  ///   - id: names its elements on the page.
  ///   - ticked: the names of the fields that are meant, where several rows share what is entered; `nil` for one row.
  init(_ field: EditField, id: String, value: String, error: String?, ticked: Set<String>? = nil) {
    self.id = id
    name = "values." + field.name
    label = field.title
    self.value = value
    self.error = error
    isRequired = field.isRequired && ticked == nil
    shared = ticked.map { Tick(name: "set." + field.name, isOn: $0.contains(field.name), label: field.title) }
    control =
      switch field.kind {
      case .text: .line
      case .longText: .lines(isCode: false)
      case .number: .number(isWhole: false)
      case .date: .day
      case .boolean: .box
      // What is there already stays choosable, also if it is no choice any more.
      case .choice(let choices):
        .choice(((choices.contains(value) ? [] : [value]) + choices).map { Option(value: $0, title: $0) })
      }
  }

  /// The fields of a row of a handler; their ids begin with a prefix.
  package static func all(
    _ fields: [EditField], _ values: [String], prefix: String, errors: FieldErrors?, ticked: Set<String>? = nil
  ) -> [FormField] {
    zip(fields, values).enumerated().map { position, field in
      FormField(
        field.0, id: "\(prefix)-\(position + 1)", value: field.1, error: errors?.messages[field.0.name], ticked: ticked)
    }
  }
}
