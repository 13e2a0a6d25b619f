/// Reads the values of a source's rows, whatever type they have: which type it is, is found out once for many rows and not for each value.
struct RowReader: Sendable {
  /// Appends all values of each row of a section; nulls for rows of another type than the source's.
  let append: @Sendable (any SectionViewModel, ValueExtent, inout RecordPageBuilder) -> Void

  init<Row: CellViewModel>(_ columns: [TableColumn<Row>]) {
    // A column is large, and would be copied for each value.
    let values = columns.map(\.value)
    append = { section, extent, builder in
      var reader = RowVisitor<Row>(values: values, extent: extent, builder: builder)
      // It throws nothing.
      try? section.visitCells(&reader)
      builder = reader.finish()
    }
  }
}

/// Appends the values of the rows that it is shown.
private struct RowVisitor<Row: CellViewModel>: ~Copyable, CellVisitor {
  let values: [@Sendable (Row) -> RecordValue]
  let extent: ValueExtent
  var builder: RecordPageBuilder

  consuming func finish() -> RecordPageBuilder { builder }

  mutating func visit<ViewModel: CellViewModel>(_ cell: ViewModel) {
    if let row = cell as? Row ?? Row.row(cell) {
      append(row)
    } else {
      for _ in values { builder.appendNull() }
    }
  }

  mutating func visitRun<Cells: Sequence>(_ cells: Cells) where Cells.Element: CellViewModel {
    if let rows = cells as? [Row] {
      for row in rows { append(row) }
    } else {
      for cell in cells { visit(cell) }
    }
  }

  private mutating func append(_ row: Row) {
    for value in values { builder.append(value(row), extent) }
  }
}
