/// Rows of a table in memory in an order, shown where they lie: none is copied for those who only look at it.
struct OrderedRows<Row: CellViewModel>: Sequence, IteratorProtocol {
  private let sections: [TableSection<Row>]
  private let order: RowOrder
  /// Those that are left.
  private var positions: Range<Int>

  /// - Parameter order: one of these contents.
  init(_ contents: TableContents<Row>, _ order: RowOrder, at positions: Range<Int>) {
    sections = contents.sections
    self.order = order
    self.positions = positions
  }

  mutating func next() -> Row? {
    guard let position = positions.popFirst(), let place = order.cell(position) else { return nil }
    return sections[place.section].rows[place.row]
  }

  /// Shows each row. A pointer is used within the call of `body` alone. What is generic is looked up for each section that the rows come to, and
  /// not for each row.
  func lendPlaces(_ body: (UnsafePointer<Row>) throws -> Void) rethrows {
    var rest = positions
    while let first = rest.first, let start = order.cell(first) {
      try sections[start.section].rows.withUnsafeBufferPointer { rows in
        while let position = rest.first, let place = order.cell(position), place.section == start.section {
          guard let base = rows.baseAddress, place.row < rows.count else { return rest = rest.suffix(0) }
          // A row of the section, whose array is kept for this call.
          try body(base + place.row)
          rest = rest.dropFirst()
        }
      }
    }
  }
}

/// Rows of a table in memory as a section: one run of one type.
struct OrderedSection<Row: CellViewModel>: SectionViewModel {
  let header, footer: (any SupplementaryViewModel)?
  let indexTitle: String?
  let place: Int?
  let rows: OrderedRows<Row>

  func visitCells<Visitor: CellVisitor & ~Copyable>(_ visitor: inout Visitor) throws { try visitor.visitRun(rows) }
}
