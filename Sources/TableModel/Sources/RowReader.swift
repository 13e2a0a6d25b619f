/// Reads the values of a source's rows, whatever type they have: which type it is, is found out once for many rows and not for each value.
struct RowReader: Sendable {
  /// Appends all values of each row of a section; nulls for rows of another type than the source's.
  let append: @Sendable (any SectionViewModel, ValueExtent, inout RecordPageBuilder) -> Void

  init<Row: CellViewModel>(_ columns: [TableColumn<Row>]) {
    // A column is large, and would be copied for each value.
    let (places, values) = (columns.map(\.reading.place), columns.map(\.reading.value))
    append = { section, extent, builder in
      var reader = RowVisitor<Row>(places: places, values: values, extent: extent, builder: builder)
      // It throws nothing.
      try? section.visitCells(&reader)
      builder = reader.finish()
    }
  }
}

/// Appends the values of the rows that it is shown.
private struct RowVisitor<Row: CellViewModel>: ~Copyable, CellVisitor {
  let places: [ColumnPlace]
  let values: [@Sendable (Row) -> RecordValue]
  let extent: ValueExtent
  var builder: RecordPageBuilder

  consuming func finish() -> RecordPageBuilder { builder }

  mutating func visit<ViewModel: CellViewModel>(_ cell: ViewModel) {
    if let row = cell as? Row ?? Row.row(cell) {
      withUnsafePointer(to: row) { append($0) }
    } else {
      for _ in places { builder.appendNull() }
    }
  }

  mutating func visitRun<Cells: Sequence>(_ cells: Cells) where Cells.Element: CellViewModel {
    guard let rows = cells as? [Row] else { return cells.lendEach { visit($0) } }
    rows.withUnsafeBufferPointer { rows in
      guard let first = rows.baseAddress else { return }
      for row in rows.indices { append(first + row) }
    }
  }

  /// The pointer is used within the call alone: a row is large, and would be copied for each value.
  private mutating func append(_ row: UnsafePointer<Row>) {
    for (column, place) in places.enumerated() {
      switch place {
      // The place is that of a value of this type in every row.
      case .stored(let type, let offset): type.append(UnsafeRawPointer(row) + offset, extent, to: &builder)
      case .id:
        let id = lend(row) { $0.id }
        if let number = id.integer { builder.append(number) } else { builder.append(id.recordValue, extent) }
      case .unknown: builder.append(lend(row, values[column]), extent)
      }
    }
  }
}
