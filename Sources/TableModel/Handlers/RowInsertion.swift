/// A kind of row that visitors can make.
package struct RowInsertion: Sendable {
  /// The title of its row of fields.
  package let title: String
  /// Its fields.
  package private(set) var fields: [EditField]
  private let make:
    @Sendable ([String: String], CellPosition?, TableVisitor, EventTable) async throws -> any CellViewModel
  private let lookUp: @Sendable (TableVisitor, EventTable) async throws -> [EditField]

  init<Handler: EditHandler>(_ handler: Handler, title: String, id makeID: @escaping @Sendable () -> RowKey) {
    self.title = title
    fields = handler.fields
    make = { values, position, visitor, table in
      try await handler.viewModel(
        EditEvent(id: makeID(), old: nil, position: position, visitor: visitor, table: table, values: values))
    }
    let provider = handler as? any ChoiceProvider<Handler.ViewModel>
    lookUp = { visitor, table in
      try await FormEvent(viewModel: nil, visitor: visitor, table: table).choices(handler.fields, provider)
    }
  }

  /// The same, where its fields have the choices of the moment.
  package func offeringChoices(to visitor: TableVisitor, in table: EventTable) async throws -> RowInsertion {
    var insertion = self
    insertion.fields = try await lookUp(visitor, table)
    return insertion
  }

  /// The row that what was entered makes, with an id of its own.
  /// - Throws: `FieldErrors`: for values of other fields or of none, those that the fields find themselves, else those of the handler; and
  ///   whatever else the handler throws.
  package func row(
    _ values: [String: String], at position: CellPosition? = nil, visitor: TableVisitor = .anyone, table: EventTable
  ) async throws -> any CellViewModel {
    let names = fields.map(\.name)
    if let unknown = values.keys.sorted().first(where: { !names.contains($0) }) {
      throw FieldErrors("Unknown field “\(unknown)”; use one of: \(names.joined(separator: ", "))")
    }
    guard !values.isEmpty || fields.isEmpty else { throw FieldErrors("Name at least one field") }
    let values = fields.values(values)
    try fields.check(values)
    return try await make(values, position, visitor, table)
  }
}

extension [EditField] {
  /// What was sent for fields, as it is meant.
  /// - Parameter old: what stood in them.
  package func values(_ sent: [String: String], replacing old: [String: String] = [:]) -> [String: String] {
    var values = sent
    for field in self { values[field.name] = sent[field.name].map { field.kind.value($0, replacing: old[field.name]) } }
    return values
  }

  /// - Throws: `FieldErrors` with a sentence for each value that doesn't suit its field.
  package func check(_ values: [String: String]) throws(FieldErrors) {
    var messages: [String: String] = [:]
    for field in self { messages[field.name] = field.problem(with: values[field.name] ?? "") }
    guard messages.isEmpty else { throw FieldErrors(messages) }
  }
}
