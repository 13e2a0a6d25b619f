/// Reads the values of a source's rows, whatever type they have: which type it is, is found out once for many rows and not for each value.
struct RowReader: Sendable {
  /// Where values are found in rows. Of columns, which are large, no more is needed.
  fileprivate let places: [ColumnPlace]
  fileprivate let type: any CellViewModel.Type
  /// Shows the place of a row as those of the source are kept. - Returns: false for rows of another type.
  fileprivate let lendRow: @Sendable (any CellViewModel, (UnsafeRawPointer) -> Void) -> Bool
  /// The id of the row at a place, and the value of a column. Places are those of rows of the source's type.
  fileprivate let id: @Sendable (UnsafeRawPointer) -> RowKey
  fileprivate let value: @Sendable (UnsafeRawPointer, Int) -> RecordValue

  init<Row: CellViewModel>(_ columns: [TableColumn<Row>]) {
    let values = columns.map(\.reading.value)
    places = columns.map(\.reading.place)
    type = Row.self
    lendRow = { cell, body in
      guard let row = cell as? Row ?? Row.row(cell) else { return false }
      withUnsafePointer(to: row) { body($0) }
      return true
    }
    id = { row in lend(row.assumingMemoryBound(to: Row.self)) { $0.id } }
    value = { row, column in lend(row.assumingMemoryBound(to: Row.self), values[column]) }
  }

  /// Appends all values of each row of a section; nulls for rows of another type than the source's.
  func append(_ section: any SectionViewModel, _ extent: ValueExtent, to builder: inout RecordPageBuilder) {
    var visitor = RowVisitor(reader: self, extent: extent, builder: builder)
    // It throws nothing.
    try? section.visitCells(&visitor)
    builder = visitor.finish()
  }
}

/// Appends the values of the rows that it is shown. It isn't generic: what it holds would be looked up for each row.
private struct RowVisitor: ~Copyable, CellVisitor {
  let reader: RowReader
  let extent: ValueExtent
  var builder: RecordPageBuilder

  consuming func finish() -> RecordPageBuilder { builder }

  mutating func visit<ViewModel: CellViewModel>(_ cell: ViewModel) {
    if !reader.lendRow(cell, { append($0) }) { for _ in reader.places { builder.appendNull() } }
  }

  mutating func visitRun<Cells: Sequence>(_ cells: Cells) where Cells.Element: CellViewModel {
    guard Cells.Element.self == reader.type else { return cells.lendEach { visit($0) } }
    cells.lendPlaces { append($0) }
  }

  /// The place is that of a row of the source's type, and used within the call alone: a row is large, and would be copied for each value.
  private mutating func append(_ row: UnsafeRawPointer) {
    for (column, place) in reader.places.enumerated() {
      switch place {
      // A value of this type is there in every row.
      case .stored(let type, let offset): type.append(row + offset, extent, to: &builder)
      case .id:
        let id = reader.id(row)
        if let number = id.integer { builder.append(number) } else { builder.append(id.recordValue, extent) }
      case .unknown: builder.append(reader.value(row, column), extent)
      }
    }
  }
}
