import TableModel

/// Writes the values of cells that are rows of a database by ready-made keys, as other JSON of records is written. Encoding them as any
/// other view model would make a Swift value of each, and costs some twenty times as much.
struct RecordValuesWriter {
  /// The keys of the table that the last such row was of.
  private var last: (schema: RecordSchema, keys: RecordJSONKeys)?

  /// The row of a database that a cell is; `nil` for any other cell.
  @inline(__always) static func record<ViewModel: CellViewModel>(in cell: ViewModel) -> Record? {
    // Types are compared as addresses; a cast looks further, and most cells of lists are neither.
    if ViewModel.self == RecordItem.self { return (cell as? RecordItem)?.record }
    return ViewModel.self == Record.self ? cell as? Record : nil
  }

  mutating func write(_ record: Record, into json: inout ByteSink) {
    let keys = keys(of: record.schema)
    // The row points into its page.
    defer { extendLifetime((keys, record.page)) }
    keys.writeObject(RecordRow(record.page, row: record.row), into: &json)
  }

  private mutating func keys(of schema: RecordSchema) -> RecordJSONKeys {
    if let last, last.schema === schema { return last.keys }
    let keys = RecordJSONKeys(schema, showing: Array(schema.columns.indices))
    last = (schema, keys)
    return keys
  }
}
