import TableModel

/// A handler of rows of one schema, as view models.
struct TypedRecordHandler<ViewModel: RecordViewModel>: BoundRecordHandler {
  let plan: RecordPlan<ViewModel>
  let concerns: RecordConcerns<ViewModel>
  let predicate: (@Sendable (ViewModel) -> Bool)?

  /// The view model of a row that the handler is for.
  private func model(_ record: Record) -> ViewModel? {
    guard let model = plan.model(of: record), predicate?(model) ?? true else { return nil }
    return model
  }

  private func event(_ record: Record, _ context: RecordEventContext) -> TableEvent<ViewModel>? {
    model(record).map { TableEvent($0, visitor: context.visitor, table: context.table) }
  }

  func actions(_ record: Record, _ context: RecordEventContext) -> [RowAction]? {
    guard let handler = concerns.actions else { return nil }
    return event(record, context).map { handler.actions($0) }
  }

  func perform(_ action: RowAction, _ record: Record, _ context: RecordEventContext) async throws -> EventOutcome {
    guard let event = event(record, context) else { return .nothing }
    return try await concerns.actions?.perform(action, event) ?? .nothing
  }

  func changes(_ outcome: EventOutcome, _ record: Record) throws -> [RecordChange] {
    try outcome.edits.map { edit in
      switch edit {
      case .insert(let cell, _):
        let model = try typed(cell)
        let key = model.id == .blank ? [] : record.schema.keyValues(of: model.id)
        return .insert(key + plan.values(of: model))
      case .replace(let cell, _):
        let model = try typed(cell)
        let isRow = model.id == record.id
        let old = isRow ? plan.model(of: record).map { plan.values(of: $0) } ?? [] : []
        return .update(
          key: model.id, plan.values(of: model).filter { !old.contains($0) },
          expected: isRow ? RowVersion(record) : nil)
      case .remove(let key, _): return .delete(key: key, expected: key == record.id ? RowVersion(record) : nil)
      case .record(let change): return change
      case .move, .revert, .section:
        throw TableError.badRequest("Rows and sections of a database table can't be moved by a handler")
      }
    }
  }

  private func typed(_ cell: any CellViewModel) throws(TableError) -> ViewModel {
    guard let model = cell as? ViewModel else {
      throw .badRequest("A handler of \(ViewModel.self) can't store \(type(of: cell))")
    }
    return model
  }

  func validated(
    _ values: [ColumnValue], of record: Record?, _ context: RecordEventContext
  ) async throws -> [ColumnValue]? {
    guard let handler = concerns.validation else { return nil }
    let plan = plan
    let make: @Sendable (Record?, [ColumnValue]) -> ViewModel? = { plan.model(of: $0, changedBy: $1) }
    let old = record.flatMap { plan.model(of: $0) }
    if let predicate, let model = old ?? make(record, values), !predicate(model) { return nil }
    var event = ValidationEvent(
      values, of: record, old: old, visitor: context.visitor, table: context.table, makeModel: make)
    try await handler.validate(&event)
    return event.values
  }

  func canDelete(_ record: Record, _ context: RecordEventContext) -> Bool? {
    guard let handler = concerns.deletion, let event = event(record, context) else { return nil }
    return handler.deleteConfirmation(event) != nil
  }

  func didStore(_ old: Record?, _ new: Record?, _ context: RecordEventContext) async {
    guard let handler = concerns.storing else { return }
    let old = old.flatMap { plan.model(of: $0) }, new = new.flatMap { plan.model(of: $0) }
    guard let row = new ?? old, predicate?(row) ?? true else { return }
    await handler.didStore(
      StoreEvent(old: old, new: new, position: nil, visitor: context.visitor, table: context.table))
  }
}

extension RecordPlan {
  /// The view model of a row that is going to hold some values; those of a new row that nobody fills in are null, or blank where its property
  /// can't be null: the database has yet to give them their defaults.
  func model(of record: Record?, changedBy values: [ColumnValue]) -> Model? {
    var builder = RecordPageBuilder(fieldCount: schema.fieldCount, rows: 1, byteCapacity: 256)
    var blank: Set<Int> = []
    for position in 0..<schema.fieldCount {
      let name = schema.columns.indices.contains(position) ? schema.columns[position].name : nil
      let entered = name.flatMap { name in values.last { $0.isOf(name) } }
      if entered == nil, record == nil { blank.insert(position) }
      builder.append(entered?.value ?? record?[position] ?? .null, .whole)
    }
    return model(of: builder.finish(schema)[0], blank: blank)
  }
}

extension RecordSchema {
  /// The values of the key's columns.
  func keyValues(of key: RowKey) -> [ColumnValue] {
    guard key.parts.count == keyFields.count else { return [] }
    return zip(keyFields, key.parts).compactMap { field, part in
      columns.indices.contains(field) ? ColumnValue(columns[field].name, RowKey([part]).recordValue) : nil
    }
  }
}
