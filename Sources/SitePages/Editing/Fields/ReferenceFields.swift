package import SiteAccess
import SiteConfiguration
package import SiteTables
package import TableModel

/// Fills in and reads the fields of a form that refer to rows of other tables.
package struct ReferenceFields {
  package let context: SiteContext
  package let entry: SiteMap.DatabaseEntry
  package let visitor: Visitor

  package init(context: SiteContext, entry: SiteMap.DatabaseEntry, visitor: Visitor) {
    self.context = context
    self.entry = entry
    self.visitor = visitor
  }

  /// Lists the rows that can be referred to.
  package func findChoices(_ fields: inout [RowField]) async {
    for index in fields.indices {
      guard case .reference(let known, _) = fields[index].control, known.isEmpty,
        let choices = await choices(of: fields[index])
      else { continue }
      let (options, isComplete) = await choices.first()
      // A list would lose what stands in the field and is not in it.
      let isList = isComplete && (fields[index].text.isEmpty || options.contains { $0.value == fields[index].text })
      fields[index].control = .reference(options, isComplete: isList)
      fields[index].choices = isList ? nil : choices.address
      // A list shows what its row is called by itself.
      if isList, options.contains(where: { $0.title == fields[index].hint }) { fields[index].hint = nil }
    }
  }

  /// Finds the row that somebody means by its key or its name; what is unclear is noted beside the field.
  package func resolve(_ field: inout RowField) async {
    guard case .reference = field.control, !field.isNull, let reference = field.column.reference,
      let choices = await choices(of: field)
    else { return }
    let meant = await choices.meant(by: field.text)
    if meant.count == 1 {
      field.text = meant[0].value
      field.hint = meant[0].title
    } else {
      field.error =
        meant.isEmpty
        ? "There is no such row in \(reference.table)." : "Several rows are called so; choose one of these."
      if !meant.isEmpty { field.control = .reference(meant, isComplete: true) }
    }
  }

  /// What a field says, once the row that it means is found; `nil` if that can't be told, which is noted beside the field.
  package func value(of field: inout RowField) async -> ColumnValue? {
    await resolve(&field)
    guard field.error == nil else { return nil }
    switch field.value() {
    case .success(let value): return ColumnValue(field.column.name, value)
    case .failure(let problem): field.error = problem.text
    }
    return nil
  }

  /// The same conditions with the keys of the rows that they name: `Genre is Rock` for those that the database has as `GenreId is 1`.
  package func resolve(_ selection: inout RowSelection, _ schema: RecordSchema) async {
    for index in selection.filters.indices { await resolve(&selection.filters[index], schema) }
    for group in selection.alternatives.indices {
      for index in selection.alternatives[group].indices {
        await resolve(&selection.alternatives[group][index], schema)
      }
    }
  }

  private func resolve(_ filter: inout ColumnFilter, _ schema: RecordSchema) async {
    let column = schema.columns[filter.column]
    let isList = [.in, .notin].contains(filter.condition)
    guard isList || [.exact, .not].contains(filter.condition), let reference = column.reference else { return }
    var keys: [String] = []
    for value in filter.values {
      // A number in a column of numbers is a key, whether or not there is such a row.
      guard !column.type.isNumeric || Double(value) == nil, let choices = await choices(in: reference) else {
        keys.append(value)
        continue
      }
      let meant = await choices.meant(by: value)
      // There may be more than are looked up; then it is compared as it was written.
      keys += meant.isEmpty || meant.count >= ReferenceChoices.limit ? [value] : meant.map(\.value)
    }
    if keys.count > 1, !isList { filter.condition = filter.condition == .not ? .notin : .in }
    filter.values = keys
  }

  private func choices(of field: RowField) async -> ReferenceChoices? {
    guard let reference = field.column.reference else { return nil }
    return await choices(in: reference)
  }

  private func choices(in reference: RecordSchema.Reference) async -> ReferenceChoices? {
    // A list of rows that somebody may not see would show them.
    guard context.access.allows(.read, visitor, entry.name, reference.table)
    else { return nil }
    return await ReferenceChoices(reference.table, by: reference.column, in: entry)
  }
}
