package import TableModel

extension TableStructure {
  /// What can be written into each column; `nil` for what can't be written to.
  package var writableColumns: [WritableColumn]? {
    guard entry.kind == .table, !entry.isHidden, isWritable else { return nil }
    return columns.enumerated().map { position, column in
      let isNumbered = position == rowIDColumn || column.isNumbered
      let needsValue = !column.isNullable || column.keyPosition > 0
      return WritableColumn(
        column.name, isComputed: !column.isStored,
        isRequired: needsValue && column.isStored && column.defaultText == nil && !isNumbered,
        defaultText: column.defaultText, isNumbered: isNumbered, storage: column.storage)
    }
  }
}
