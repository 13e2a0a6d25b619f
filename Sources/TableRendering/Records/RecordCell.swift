public import TableModel

/// The cell of a database row. Its nib is made from the table's columns, or given; its slots are columns.
public struct RecordCell: TableCell, Sendable {
  /// The row's template.
  let nib: Nib
  /// What each slot of the nib shows.
  let slots: [RecordSlot]
  let fields: FieldWriter

  /// The row of a grid that a table gets when nobody wrote a nib for it.
  /// - Parameter marks: what is marked in texts.
  public init(
    _ columns: RecordColumns, links: RecordLinks, layout: RecordLayout = .grid, marks: SearchMarks? = nil
  ) {
    (nib, slots) = RecordNib.make(columns, links: links, layout: layout)
    fields = FieldWriter(columns.schema, links: links, marks: marks)
  }

  /// A row with a nib of its own: `{{column}}` writes a value as plain text, `{{{column}}}` by its type, as a grid does.
  /// `{{row-key}}` is the row's key as paths hold it.
  /// - Throws: `NibError` if the nib names a column that the table doesn't have.
  public init(_ nib: Nib, schema: RecordSchema, links: RecordLinks) throws {
    self.nib = nib
    fields = FieldWriter(schema, links: links)
    slots = try nib.slotNames.map { name in
      if let column = schema.columns.firstIndex(where: { $0.name == name }) { return .plain(column) }
      if name == "row-key" { return .key }
      throw NibError(
        nib: nib.name, line: 1, column: 1,
        message: "\(schema.table) has no column \(name); it has " + schema.columns.map(\.name).joined(separator: ", "))
    }
  }

  /// Writes one row.
  public mutating func draw(_ record: Record, into html: inout ByteSink) {
    let row = RecordRow(record.page, row: record.row)
    slots.withUnsafeBufferPointer { nib.draw(RecordSource(row: row, slots: $0, fields: fields), into: &html) }
  }

  /// The rows of a page lie behind each other, so a run is a loop over them: no iterator, no reference counted per row.
  public mutating func drawRun<Cells: Sequence>(_ cells: Cells, into html: inout ByteSink) -> Int
  where Cells.Element == Record {
    guard let records = cells as? Records else {
      return cells.reduce(0) { drawn, record in
        draw(record, into: &html)
        return drawn + 1
      }
    }
    let page = records.page
    slots.withUnsafeBufferPointer { slots in
      for row in 0..<page.count {
        nib.draw(RecordSource(row: RecordRow(page, row: row), slots: slots, fields: fields), into: &html)
      }
    }
    return page.count
  }
}

/// A row as what its nib is filled from. Used while the page that the row points into is kept alive.
private struct RecordSource: NibSource {
  let row: RecordRow
  let slots: UnsafeBufferPointer<RecordSlot>
  let fields: FieldWriter

  @inline(__always) func isPresent(_ slot: Int) -> Bool {
    switch slots[slot] {
    case .key: fields.plans.keys.count > 0
    case .title(let column), .value(let column), .plain(let column): row.fields[column].kind != .null
    }
  }

  @inline(__always) func write(_ slot: Int, _ context: NibContext, into html: inout ByteSink) {
    switch slots[slot] {
    case .key: fields.writeKey(row, into: &html)
    case .title(let column): fields.write(column, row, .title, into: &html)
    case .value(let column): fields.write(column, row, .grid, into: &html)
    case .plain(let column):
      if context == .markup {
        fields.write(column, row, .grid, into: &html)
      } else {
        writePlain(row.fields[column], context, into: &html)
      }
    }
  }

  @inline(never) private func writePlain(_ field: RecordField, _ context: NibContext, into html: inout ByteSink) {
    switch field.kind {
    case .null: break
    case .integer: html.number(field.integer)
    case .real: html.number(field.real)
    case .text, .textExcerpt:
      if context == .address { html.address(row.stored(field)) } else { html.text(row.stored(field)) }
    case .blob, .blobExcerpt: html.byteSize(Int(field.length))
    }
  }
}
