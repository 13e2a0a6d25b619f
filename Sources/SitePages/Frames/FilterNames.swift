package import SiteTables
package import TableModel

/// What the rows are called that the values of filters refer to: people read `Genre is Rock`, not `GenreId is 1`.
package enum FilterNames {
  /// Whether a filter's value refers to a row that has a name.
  package static func hasName(_ filter: ColumnFilter, _ schema: RecordSchema) -> Bool {
    guard filter.condition == .exact || filter.condition == .not,
      let reference = schema.columns[filter.column].reference
    else { return false }
    return reference.labelField != nil && reference.isOfOneValue
  }

  /// The names, by the positions of the filters.
  /// - Parameter record: a row of the page, which has the name of whatever all rows refer to.
  package static func all(
    of filters: [ColumnFilter], _ schema: RecordSchema, _ record: Record?, in entry: SiteMap.DatabaseEntry
  ) async -> [Int: String] {
    var names: [Int: String] = [:]
    for (position, filter) in filters.enumerated() where hasName(filter, schema) {
      guard let value = filter.values.first, let reference = schema.columns[filter.column].reference else { continue }
      if filter.condition == .exact, let record, let field = reference.labelField {
        names[position] = record[field].description
      } else {
        names[position] = await ReferenceChoices(reference.table, by: reference.column, in: entry)?.name(
          of: value)
      }
      if names[position]?.isEmpty == true { names[position] = nil }
    }
    return names
  }
}
