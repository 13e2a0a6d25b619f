import TableArguments
package import TableModel

extension RowSelection {
  /// What a new row has to hold so that it is one of these rows, as far as they are chosen by values: the names of the fields of its form.
  package func valuesOfNewRow(_ schema: RecordSchema) -> [(name: String, value: String)] {
    var seen: Set<Int> = []
    return filters.compactMap { filter in
      guard filter.condition == .exact, let value = filter.values.first, seen.insert(filter.column).inserted else {
        return nil
      }
      return (RowField.valueName(of: schema.columns[filter.column].name), value)
    }
  }
}
