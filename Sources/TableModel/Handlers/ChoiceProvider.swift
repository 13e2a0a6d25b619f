/// Looks up the choices of fields, in data or elsewhere. Without one, a field has the choices that it is declared with.
public protocol ChoiceProvider<ViewModel>: EventHandler where ViewModel: CellViewModel {
  /// The choices of a field of the kind `.choice`. Called whenever a form is shown, and again before what was entered is validated.
  func choices(of field: EditField, _ form: Form) async throws -> [String]
}

extension ChoiceProvider {
  /// The form that shows the field.
  public typealias Form = FormEvent<ViewModel>
}

/// A form of a row that is shown or sent.
public struct FormEvent<ViewModel: CellViewModel>: Sendable {
  /// The row; `nil` for a new one.
  public let viewModel: ViewModel?
  /// Who edits it.
  public let visitor: TableVisitor
  /// The table.
  public let table: EventTable

  /// Fields with the choices that they have in this form.
  func choices(_ fields: [EditField], _ provider: (any ChoiceProvider<ViewModel>)?) async throws -> [EditField] {
    guard let provider else { return fields }
    var fields = fields
    for (index, field) in fields.enumerated() {
      if case .choice = field.kind { fields[index].kind = .choice(try await provider.choices(of: field, self)) }
    }
    return fields
  }
}
