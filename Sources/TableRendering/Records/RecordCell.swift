package import TableModel

/// The cell of a database row. Its nib is made from the table's columns, or given; its slots are columns.
package struct RecordCell: TableCell, Sendable {
  /// The row's template.
  let nib: Nib
  /// What each slot of the nib shows.
  let slots: [RecordSlot]
  let fields: FieldWriter

  /// The row of a grid that a table gets when nobody wrote a nib for it.
  /// - Parameters:
  ///   - isAnchored: whether an address can lead to each row, as it does once one was changed; to those with tools or buttons it always can.
  ///   - isTree: whether rows show how deep they are.
  ///   - moving: the column that holds the order of the rows, where each row has buttons that move it.
  ///   - marks: what is marked in texts.
  ///   - own: the nibs of columns that have one of their own, by position.
  ///   - tools: what stands before the rows; `nil` for nothing.
  package init(
    _ columns: RecordColumns, links: RecordLinks, isAnchored: Bool = false, isTree: Bool = false,
    moving: Int? = nil, marks: SearchHighlighter? = nil, own: [Int: RecordCell] = [:], tools: RecordTools? = nil
  ) {
    (nib, slots) = RecordNib.make(
      columns, links: links, isAnchored: isAnchored, isTree: isTree, moving: moving, tools: tools, own: own)
    fields = FieldWriter(columns.schema, links: links, marks: marks, own: own, chosen: tools?.chosen ?? [])
  }

  /// A row with a nib of its own: `{{column}}` writes a value as plain text, `{{{column}}}` by its type, as a grid does.
  /// `{{row-key}}` is the row's key as paths hold it, `{{row-link}}` the path of its page. Of a column, `{{column.initials}}` are the
  /// first letters of its first and last word, `{{column.time}}` and `{{column.date}}` the parts of a time.
  ///
  /// `{{column}}` in an `href` or `src` is the value as an address; of a blob, where its bytes are. A section is shown unless the value
  /// is null, or 0 in a column of booleans.
  /// - Parameters:
  ///   - value: the column that `{{value}}` is, for the nib of one column.
  ///   - own: the nibs of columns that have one of their own, which `{{{column}}}` writes.
  /// - Throws: `NibError` if the nib names a column that the table doesn't have.
  package init(
    _ nib: Nib, schema: RecordSchema, links: RecordLinks, value: Int? = nil, own: [Int: RecordCell] = [:]
  ) throws(NibError) {
    self.nib = nib
    fields = FieldWriter(schema, links: links, own: own)
    var slots: [RecordSlot] = []
    for name in nib.slotNames {
      guard let slot = RecordSlot(name, schema, value: value) else {
        throw nib.mistake(
          atSlot: name,
          "\(schema.table) has no column \(name); it has " + schema.columns.map(\.name).joined(separator: ", "))
      }
      slots.append(slot)
    }
    self.slots = slots
  }

  /// Writes one row.
  package mutating func draw(_ record: Record, into html: inout ByteSink) {
    defer { extendLifetime(record.page) }
    draw(RecordRow(record.page, row: record.row), into: &html)
  }

  /// The same for a row whose page somebody keeps alive.
  func draw(_ row: RecordRow, into html: inout ByteSink) {
    defer { extendLifetime(fields.plans) }
    slots.withUnsafeBufferPointer { nib.draw(RecordSource(row: row, slots: $0, fields: fields), into: &html) }
  }

  /// The rows of a page lie behind each other, so a run is a loop over them: no iterator, no reference counted per row.
  package mutating func drawRun<Cells: Sequence>(_ cells: Cells, into html: inout ByteSink) -> Int
  where Cells.Element == Record {
    guard let records = cells as? Records else {
      return cells.reduce(0) { drawn, record in
        draw(record, into: &html)
        return drawn + 1
      }
    }
    let page = records.page
    defer { extendLifetime((page, fields.plans)) }
    slots.withUnsafeBufferPointer { slots in
      for row in records.rows where !html.isFull {
        nib.draw(RecordSource(row: RecordRow(page, row: row), slots: slots, fields: fields), into: &html)
      }
    }
    return records.rows.count
  }
}

/// A row as what its nib is filled from. Used while the page that the row points into is kept alive.
private struct RecordSource: NibSource {
  let row: RecordRow
  let slots: UnsafeBufferPointer<RecordSlot>
  let fields: FieldWriter

  @inline(__always) func isPresent(_ slot: Int) -> Bool {
    switch slots[slot] {
    case .key, .address: fields.isNamed(row)
    case .chosen: isChosen
    case .level: row.level > 0
    case .title(let column), .value(let column), .derived(let column, _): !row.fields[column].isNull
    case .plain(let column): isPresent(row.fields[column], column)
    }
  }

  @inline(never) private var isChosen: Bool {
    guard !fields.plans.chosen.isEmpty else { return false }
    var key = ByteSink(capacity: 32)
    fields.writeKey(row, into: &key)
    return fields.plans.chosen.contains(key.string)
  }

  @inline(never) private func isPresent(_ field: RecordField, _ column: Int) -> Bool {
    if fields.plans.plans[column].form == .boolean, field.isInteger { return field.integer != 0 }
    return !field.isNull
  }

  @inline(__always) func write(_ slot: Int, _ context: NibContext, into html: inout ByteSink) {
    switch slots[slot] {
    case .key: fields.writeKey(row, into: &html)
    case .address: fields.writeAddress(row, into: &html)
    case .chosen: if isChosen { html.markup(" checked") }
    case .level: html.treeLevel(row.level)
    case .derived(let column, let part): part.write(row.fields[column], row, into: &html)
    case .title(let column): fields.write(column, row, .title, into: &html)
    case .value(let column): fields.write(column, row, .grid, into: &html)
    case .plain(let column):
      if context == .markup {
        fields.write(column, row, .grid, into: &html)
      } else {
        writePlain(row.fields[column], column, context, into: &html)
      }
    }
  }

  @inline(never) private func writePlain(
    _ field: RecordField, _ column: Int, _ context: NibContext, into html: inout ByteSink
  ) {
    switch field.kind {
    case .null: break
    case .integer: html.number(field.integer)
    case .real: html.number(field.real, decimals: fields.plans.plans[column].decimals)
    case .text, .textExcerpt:
      if context == .address { html.address(row.stored(field)) } else { html.text(row.stored(field)) }
    case .blob, .blobExcerpt:
      if context == .address, fields.isNamed(row) {
        fields.writeBlobAddress(fields.plans.plans[column], row, into: &html)
      } else {
        html.byteSize(Int(field.length))
      }
    }
  }
}
