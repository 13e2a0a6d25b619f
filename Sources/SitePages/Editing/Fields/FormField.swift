package import TableModel
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
  package struct Option: Sendable, Equatable, Encodable {
    package var value: String
    package var title: String
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
  package var control: Control
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
  /// Where rows that can be referred to are looked for by their names.
  var choices: String?
  /// What an empty field gets.
  var placeholder: String?
  /// The form that it belongs to, where it stands apart from it and from words beside it.
  var form: String?

  /// How it stands on a page.
  var view: FormFieldView {
    var view = FormFieldView(id: id, name: name, label: label, text: value)
    (view.remark, view.error, view.hint, view.placeholder) = (remark, error, help, placeholder)
    view.choicesAddress = choices
    view.isRequired = isRequired
    view.original = original.map { .init(originalName: $0.name, originalText: $0.value) }
    view.null = null?.view
    view.shared = shared?.view
    view.elsewhere = form.map { .init(form: $0, label: label) }
    let describedBy = [error.map { _ in id + "-error" }, help.map { _ in id + "-hint" }].compactMap(\.self)
    if form == nil, !describedBy.isEmpty { view.describedBy = describedBy.joined(separator: " ") }
    show(control, in: &view)
    return view
  }

  private func show(_ control: Control, in view: inout FormFieldView) {
    switch control {
    case .line: view.isLine = true
    case .lines(let isCode):
      let lines = value.utf8.reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
      (view.isLines, view.isCode) = (true, isCode)
      view.rowCount = form == nil ? min(max(lines + value.utf8.count / 60, 3), 16) : 1
    case .number(let isWhole):
      view.isNumber = true
      view.inputMode = isWhole ? "numeric" : "decimal"
    case .day: view.isDay = true
    case .moment:
      view.isMoment = true
      view.text = MomentText(value)?.controlText ?? value
    case .box: (view.isBox, view.isOn) = (true, EditField.boolean(value) ?? false)
    case .choice(let options): (view.isChoice, view.options) = (true, options.map(shown))
    case .search(let options): (view.isSearch, view.options) = (true, options.map(shown))
    case .file: view.isFile = true
    case .fixed(let isNull): (view.isFixed, view.isNull) = (true, isNull)
    }
  }

  private func shown(_ option: Option) -> FormFieldView.Option {
    .init(value: option.value, title: option.title, isSelected: option.value == value)
  }
}

extension FormField.Tick {
  fileprivate var view: FormFieldView.Tick { .init(tickName: name, isOn: isOn, tickLabel: label) }
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
    control = Control(field.kind, holding: value)
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

extension FormField.Control {
  /// How a value of a kind is asked for. A control that can't show what stands there would lose it, and has a line of text in its place.
  init(_ kind: EditField.Kind, holding value: String) {
    self =
      switch kind {
      case .text: value.contains(where: \.isNewline) ? .lines(isCode: false) : .line
      case .longText: .lines(isCode: false)
      case .json: .lines(isCode: true)
      case .number: .number(isWhole: false)
      case .integer: .number(isWhole: true)
      case .date: value.isEmpty || CalendarDay.number(value) != nil ? .day : .line
      case .timestamp: value.isEmpty || MomentText(value) != nil ? .moment : .line
      case .boolean: .box
      // What is there already stays choosable, also if it is no choice any more.
      case .choice(let choices):
        .choice(((choices.contains(value) ? [] : [value]) + choices).map { .init(value: $0, title: $0) })
      }
  }
}
