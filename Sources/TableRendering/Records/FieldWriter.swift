package import TableModel

/// Writes the values of records as HTML: each by its column's type, and where it doesn't fit that, as what it is.
///
/// Made once for a table; it holds what can be known before the first row.
package struct FieldWriter: Sendable {
  /// Where a value stands.
  package enum Style: Sendable, Hashable {
    /// In a cell of a grid: one line, long values folded.
    case grid
    /// On the page of its row: whole.
    case page
    /// In a link to its row: one line of text without links of its own, long values cut.
    case title
  }

  /// What the columns are.
  package let schema: RecordSchema
  let plans: FieldPlans
  /// What is marked in texts; `nil` where nothing was searched.
  let marks: SearchHighlighter?

  /// A writer for the records of one table.
  /// - Parameter marks: what is marked in texts.
  /// - Parameter own: nibs of columns that are written by one of their own, by the columns' positions; see `RecordCell`.
  package init(
    _ schema: RecordSchema, links: RecordLinks, marks: SearchHighlighter? = nil, own: [Int: RecordCell] = [:]
  ) {
    self.init(schema, links: links, marks: marks, own: own, chosen: [])
  }

  /// - Parameter chosen: the keys of the chosen rows.
  init(
    _ schema: RecordSchema, links: RecordLinks, marks: SearchHighlighter?, own: [Int: RecordCell], chosen: Set<String>
  ) {
    self.schema = schema
    self.marks = marks
    plans = FieldPlans(schema, links, own: own, chosen: chosen)
  }

  /// Writes the value of one column.
  /// - Parameter column: the position of the column in the schema.
  package func write(_ column: Int, of record: Record, style: Style = .grid, into html: inout ByteSink) {
    defer {
      extendLifetime(plans)
      extendLifetime(record.page)
    }
    precondition(plans.plans.indices.contains(column), "the schema has no column at this position")
    precondition(record.schema.fieldCount == schema.fieldCount, "the record is one of another table")
    write(column, RecordRow(record.page, row: record.row), style, into: &html)
  }

  /// Writes the address of a record's page; nothing where the row can't be named. It needs no escaping.
  package func writeAddress(of record: Record, into html: inout ByteSink) {
    defer {
      extendLifetime(plans)
      extendLifetime(record.page)
    }
    writeAddress(RecordRow(record.page, row: record.row), into: &html)
  }

  /// Writes the key of a record as paths hold it; nothing where the row can't be named. It needs no escaping.
  package func writeKey(of record: Record, into html: inout ByteSink) {
    defer {
      extendLifetime(plans)
      extendLifetime(record.page)
    }
    writeKey(RecordRow(record.page, row: record.row), into: &html)
  }

  // MARK: One value

  /// Columns are positions that were checked when the nib was made. As with everything that takes a `RecordRow`, whoever calls this extends
  /// the lives of the page and of the plans: once for all rows, since each time is a call.
  @inline(__always) func write(_ column: Int, _ row: RecordRow, _ style: Style, into html: inout ByteSink) {
    let plan = plans.plans[column]
    let field = row.fields[column]
    if plan.form == .own, style != .title, !field.isNull { return writeOwn(column, row, into: &html) }
    switch field.kind {
    case .null: html.markup("<span class=\"null\">null</span>")
    case .integer:
      if plan.isReference { return writeReference(field, plan, row, style, into: &html) }
      write(field.integer, plan, into: &html)
    case .real: write(field.real, plan, into: &html)
    case .text:
      guard field.length > 0 else { return writeEmptyText(into: &html) }
      if let marks, writeMarked(field, column, row, style, marks, into: &html) { return }
      if plan.isReference { return writeReference(field, plan, row, style, into: &html) }
      switch plan.form {
      case .temporal: writeTime(field, row, style, into: &html)
      case .time: writeStoredTime(field, plan.storedTime, row, style, into: &html)
      case .link: writeLink(field, row, style, into: &html)
      case .email: writeEmail(field, row, style, into: &html)
      case .image: writeImage(field, plan, row, style, into: &html)
      case .json: writeJSON(field, row, style, into: &html)
      case .text, .identifier, .number, .boolean, .blob, .formatted, .own: writeText(field, row, style, into: &html)
      }
    case .textExcerpt:
      if let marks, writeMarked(field, column, row, style, marks, into: &html) { return }
      writeExcerpt(field, plan, row, style, into: &html)
    case .blob, .blobExcerpt: writeBlob(field, plan, row, style, into: &html)
    }
  }

  func writeEmptyText(into html: inout ByteSink) {
    html.markup("<span class=\"null empty-text\">\"\"</span><span class=\"visually-hidden\"> empty text</span>")
  }

  /// By the nib of the column's owner.
  @inline(never) private func writeOwn(_ column: Int, _ row: RecordRow, into html: inout ByteSink) {
    plans.own[column]?.draw(row, into: &html)
  }

  // MARK: The row

  @inline(__always) func writeAddress(_ row: RecordRow, into html: inout ByteSink) {
    guard isNamed(row) else { return }
    plans.write(plans.rowPrefix, into: &html)
    writeKey(row, into: &html)
  }
}
