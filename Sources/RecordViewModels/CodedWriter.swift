import TableModel

/// Stores the rows of a table that code has something to say about: asks before, and tells afterwards.
struct CodedWriter: RecordWriter {
  let table: CodedTable
  let writer: any RecordWriter
  let handlers: [RecordHandler]
  let visitor: TableVisitor
  let path: String

  func writableColumns() async throws -> [WritableColumn] {
    let schema = try await table.schema()
    return try await writer.writableColumns()
      + schema.columns.filter(\.isComputed).map { WritableColumn($0.name, isComputed: true) }
  }

  func apply(_ changes: [RecordChange], by author: ChangeAuthor) async throws -> RecordChangeResult {
    let (changes, problems) = try await validated(changes)
    guard problems.isEmpty else { throw RecordChangeError.invalid(problems) }
    return try await stored { try await writer.apply(changes, by: author) }
  }

  func revert(_ inverse: RecordInverse, by author: ChangeAuthor) async throws -> RecordChangeResult {
    try await stored { try await writer.revert(inverse, by: author) }
  }

  func attempt(_ changes: [RecordChange], by author: ChangeAuthor) async throws -> RecordDryRun {
    let (changes, problems) = try await validated(changes)
    var trial = try await writer.attempt(changes, by: author)
    trial.problems = (problems + trial.problems).sorted { $0.change < $1.change }
    return trial
  }

  // MARK: Before

  /// The changes as handlers want them, and what is wrong with them.
  private func validated(_ changes: [RecordChange]) async throws -> ([RecordChange], [RecordProblem]) {
    guard !handlers.isEmpty else { return (changes, []) }
    let schema = try await table.schema()
    let bound = bound(to: schema), context = context(schema)
    var validated = changes
    var problems: [RecordProblem] = []
    for (position, change) in changes.enumerated() {
      do {
        validated[position] = try await self.validated(change, schema, bound, context)
      } catch let error as FieldErrors {
        problems += error.problems(ofChange: position, schema)
      }
    }
    return (validated, problems)
  }

  private func validated(
    _ change: RecordChange, _ schema: RecordSchema, _ bound: [any BoundRecordHandler], _ context: RecordEventContext
  ) async throws -> RecordChange {
    switch change {
    case .insert(let values, let existing):
      return .insert(try await self.values(values, of: nil, bound, context), ifExists: existing)
    case .upsert(let values):
      let parts = schema.keyFields.compactMap { field in
        values.last { $0.isOf(schema.columns[field].name) }?.value
      }.compactMap(RowKey.init(recordValue:)).flatMap(\.parts)
      let record = parts.count == schema.keyFields.count ? try await record(RowKey(parts)) : nil
      return .upsert(try await self.values(values, of: record, bound, context))
    case .update(let key, let values, let expected):
      // What isn't there any more can't be changed, which is the writer's to say.
      guard let record = try await record(key) else { return change }
      return .update(key: key, try await self.values(values, of: record, bound, context), expected: expected)
    case .delete(let key, _):
      guard let record = try await record(key) else { return change }
      if bound.lazy.compactMap({ $0.canDelete(record, context) }).first == false {
        throw FieldErrors("This row can't be deleted.")
      }
      return change
    }
  }

  private func values(
    _ values: [ColumnValue], of record: Record?, _ bound: [any BoundRecordHandler], _ context: RecordEventContext
  ) async throws -> [ColumnValue] {
    for handler in bound {
      if let values = try await handler.validated(values, of: record, context) { return values }
    }
    return values
  }

  private func record(_ key: RowKey) async throws -> Record? {
    do { return try await table.record(key).record } catch TableError.notFound { return nil }
  }

  // MARK: Afterwards

  /// Stores, tells those who want to know, and answers rows with all their columns.
  private func stored(_ store: () async throws -> RecordChangeResult) async throws -> RecordChangeResult {
    do {
      var result = try await store()
      let schema = try await table.schema()
      let bound = bound(to: schema), context = context(schema)
      for (index, outcome) in result.outcomes.enumerated() {
        let before = outcome.before.map(shown), after = outcome.after.map(shown)
        result.outcomes[index] = RecordChangeResult.Outcome(outcome.action, before: before, after: after)
        guard outcome.action != .unchanged else { continue }
        for handler in bound { await handler.didStore(before, after, context) }
      }
      return result
    } catch RecordChangeError.stale(var row) {
      row.current = row.current.map(shown)
      throw RecordChangeError.stale(row)
    }
  }

  private func shown(_ record: Record) -> Record { table.shown(record) }

  private func bound(to schema: RecordSchema) -> [any BoundRecordHandler] {
    handlers.compactMap { try? $0.bound(schema) }
  }

  private func context(_ schema: RecordSchema) -> RecordEventContext {
    RecordEventContext(visitor, EventTable(table, path: path, title: schema.title))
  }
}

extension FieldErrors {
  /// What is wrong with a change, beside its columns.
  fileprivate func problems(ofChange position: Int, _ schema: RecordSchema) -> [RecordProblem] {
    let whole = message.map { [RecordProblem(change: position, column: nil, text: $0)] } ?? []
    return whole
      + messages.sorted { $0.key < $1.key }.map { name, text in
        let column = schema.column(named: name).map { schema.columns[$0].name } ?? name
        return RecordProblem(change: position, column: column, text: text, engineText: "\(column): \(text)")
      }
  }
}
