package import TableModel

/// What rows are called where several stand beside each other, or one by itself: with what tells those apart that have one name,
/// `Enter Sandman · Metallica`.
package struct RowNames: Sendable {
  private let entry: SiteMap.DatabaseEntry
  private let schema: RecordSchema

  /// Names for rows of a table of this database.
  package init(_ schema: RecordSchema, in entry: SiteMap.DatabaseEntry) {
    self.schema = schema
    self.entry = entry
  }

  /// The name of a row by itself; `nil` where it has none. Where the names of its table repeat, what the row belongs to is part of it.
  package func name(of record: Record) async -> String? {
    guard let rowName = schema.rowName, let name = rowName.text(of: record) else { return nil }
    guard !rowName.isUnique, let context = await context(of: record, isOwner: true) else { return name }
    return name + RowName.separator + context
  }

  /// What tells each row from those of the same name; `nil` for rows whose names are their own.
  package func contexts(of records: [Record]) async -> [String?] {
    guard schema.rowName?.contextColumn != nil else { return records.map { _ in nil } }
    let names = records.map { schema.rowName?.text(of: $0) }
    var counts: [String: Int] = [:]
    for case let name? in names { counts[name, default: 0] += 1 }
    var contexts: [String?] = []
    for (record, name) in zip(records, names) {
      let isShared = name.flatMap { counts[$0] }.map { $0 > 1 } ?? false
      contexts.append(isShared ? await context(of: record, isOwner: true) : nil)
    }
    // An artist may have played a song twice: then the albums tell them apart.
    var told: [String: Int] = [:]
    for case let (name?, context?) in zip(names, contexts) { told[name + RowName.separator + context, default: 0] += 1 }
    for (place, (name, context)) in zip(names, contexts).enumerated() {
      guard let name, let context, told[name + RowName.separator + context, default: 0] > 1 else { continue }
      contexts[place] = await self.context(of: records[place], isOwner: false) ?? context
    }
    return contexts
  }

  /// What the row is called that this one belongs to.
  /// - Parameter isOwner: whether to go one step further, from the album of a track to its artist, where there is only one way.
  private func context(of record: Record, isOwner: Bool) async -> String? {
    guard let column = schema.rowName?.contextColumn, record.schema.columns.indices.contains(column),
      let reference = record.schema.columns[column].reference, let field = reference.labelField
    else { return nil }
    let label = record[field].description
    if isOwner, let owner = await owner(reference, record.part(column)) { return owner }
    return label.isEmpty ? nil : label
  }

  private func owner(_ reference: RecordSchema.Reference, _ part: RowKey.Part) async -> String? {
    guard reference.isKey, part != .null, let table = try? await entry.table(named: reference.table),
      let other = try? await table.schema(), let column = Self.soleOwner(of: other),
      let field = other.columns[column].reference?.labelField,
      let detail = try? await table.record(RowKey([part])), detail.record.schema === other
    else { return nil }
    let name = detail.record[field].description
    return name.isEmpty ? nil : name
  }

  /// The one column by which every row belongs to one of another table.
  private static func soleOwner(of schema: RecordSchema) -> Int? {
    let referring = schema.columns.indices.filter { schema.columns[$0].reference != nil }
    guard referring.count == 1, let column = referring.first, !schema.columns[column].isNullable,
      schema.columns[column].reference?.table != schema.table
    else { return nil }
    return column
  }
}
