/// Reads the values of a source's rows, whatever type they have: which type it is, is found out once for many rows and not for each value.
struct RowReader: Sendable {
  /// Appends all values of each row of a section; nulls for rows of another type than the source's.
  let append: @Sendable (any SectionViewModel, ValueExtent, inout RecordPageBuilder) -> Void
  /// The value of a row in a column; null for a row of another type.
  let value: @Sendable (any CellViewModel, Int) -> RecordValue

  init<Row: CellViewModel>(_ columns: [TableColumn<Row>]) {
    // A column is large, and would be copied for each value.
    let values = columns.map(\.value)
    append = { section, extent, builder in
      var reader = RowVisitor<Row>(values, extent, into: builder)
      // It throws nothing.
      try? section.visitCells(&reader)
      builder = reader.finish()
    }
    value = { cell, column in Row.row(cell).map(values[column]) ?? .null }
  }
}

/// Appends the values of the rows that it is shown.
private struct RowVisitor<Row: CellViewModel>: ~Copyable, CellVisitor {
  private let values: [@Sendable (Row) -> RecordValue]
  private let extent: ValueExtent
  private var builder: RecordPageBuilder

  init(_ values: [@Sendable (Row) -> RecordValue], _ extent: ValueExtent, into builder: consuming RecordPageBuilder) {
    self.values = values
    self.extent = extent
    self.builder = builder
  }

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
