/// Edits the rows of a table by its columns: what a table does that has no handler for it.
struct ColumnEditor<Row: CellViewModel>: EditHandler, FieldFormatter {
  typealias ViewModel = Row

  let fields: [EditField]
  private let columns: [(column: TableColumn<Row>, entry: ColumnEntry<Row>)]
  /// Makes a new row with an id.
  private let new: @Sendable (RowKey) -> Row

  init(_ columns: [TableColumn<Row>], new: @escaping @Sendable (RowKey) -> Row) {
    let columns = columns.compactMap { column in column.entry.map { (column: column, entry: $0) } }
    let blank = new(.unique())
    fields = columns.map { column, entry in
      var field = entry.field
      field.initial = column.text(of: blank)
      return field
    }
    self.columns = columns
    self.new = new
  }

  func viewModel(_ edit: Edit) throws -> Row {
    var row = edit.old ?? new(edit.id)
    for (column, entry) in columns {
      // What nobody entered, or changed, stays as it is: a text doesn't say all of a value.
      guard let text = edit.values[entry.field.name], text != column.text(of: row) else { continue }
      try entry.enter(text, into: &row)
    }
    return row
  }

  func fieldValues(_ row: FormattedRow) -> [String: String] {
    Dictionary(columns.map { ($0.entry.field.name, $0.column.text(of: row.viewModel)) }) { first, _ in first }
  }
}

extension TableColumn {
  /// What stands in the field of a row.
  fileprivate func text(of row: Row) -> String { reading.value(row).description }
}

/// A table that lets visitors make and edit rows without a handler.
package protocol ColumnEditable: TableViewModelProvider {
  /// Adds what it does where no handler does it.
  func addEditing(to handlers: inout EventHandlerMap)
}

extension MemoryTable: ColumnEditable {
  package func addEditing(to handlers: inout EventHandlerMap) {
    guard let editor else { return }
    if handlers.insertions.isEmpty { handlers.allowInsertions(editor, title: "New row") }
    handlers.editUnlessHandled(editor)
  }
}
