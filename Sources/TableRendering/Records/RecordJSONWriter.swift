package import TableModel

/// Writes the records of one table as JSON, in the shapes of Datasette's JSON API.
///
/// Made once for a table and a choice of columns. Query values whole (`ValueExtent.whole`) for it: of an excerpt it writes what is there.
package struct RecordJSONWriter: Sendable {
  /// What stands around the rows of a page, where the shape has room for it.
  package struct Envelope: Sendable {
    /// Whether the rows come in pages, so that it is told where others are.
    package var hasPages = true
    /// The token of the page behind this one.
    package var next: PageToken?
    /// The absolute address of that page.
    package var nextURL: String?
    /// The token of the page before this one.
    package var previous: PageToken?
    /// The absolute address of that page.
    package var previousURL: String?
    /// Whether rows were left out because there were too many.
    package var isTruncated = false

    /// What stands around the rows of a page.
    package init(
      next: PageToken? = nil, nextURL: String? = nil, previous: PageToken? = nil, previousURL: String? = nil,
      isTruncated: Bool = false, hasPages: Bool = true
    ) {
      self.hasPages = hasPages
      self.next = next
      self.nextURL = nextURL
      self.previous = previous
      self.previousURL = previousURL
      self.isTruncated = isTruncated
    }
  }

  /// What the columns are.
  package let schema: RecordSchema
  private let keys: RecordJSONKeys
  /// What keys of rows are written by; `nil` where rows have none, as in what a statement answers.
  private let rowKeys: FieldPlans?

  /// A writer of the given columns (all by default), in the given order; positions that the schema doesn't have are left out.
  package init(_ schema: RecordSchema, showing columns: [Int]? = nil, forms: JSONValueForms = .stored) {
    self.schema = schema
    let all = schema.columns.indices
    keys = RecordJSONKeys(schema, showing: (columns ?? Array(all)).filter(all.contains), forms: forms)
    let hasKeys = !schema.keyFields.isEmpty || schema.rowIDField != nil
    rowKeys = hasKeys ? FieldPlans(schema, RecordLinks(table: "", database: "", sprite: "")) : nil
  }

  /// Writes the records of the sections of a page. Sections of other view models are left out.
  /// - Parameters:
  ///   - isLineDelimited: for the shape `array`, an object a line instead of a list (`_nl=on`).
  ///   - extras: writes further members of the envelope, each behind its `jsonMember`; they stand at the end.
  /// - Throws: `TableError.badRequest` for the shape `object` where rows can't be named; what `extras` throws.
  package func write(
    _ sections: [any SectionViewModel], shape: RecordShape = .objects, isLineDelimited: Bool = false,
    envelope: Envelope = Envelope(), into json: inout ByteSink, extras: (inout ByteSink) throws -> Void = { _ in }
  ) throws {
    let pages = sections.compactMap { ($0 as? RecordSection)?.page }
    defer { extendLifetime((keys, rowKeys, pages)) }
    switch shape {
    case .objects, .arrays:
      open(envelope, into: &json)
      json.markup(",\"rows\":[")
      writeRows(pages, separator: 0x2C, into: &json) { row, json in
        if shape == .objects { keys.writeObject(row, into: &json) } else { keys.writeArray(row, into: &json) }
      }
      json.markup("]")
      try close(isTruncated: envelope.isTruncated, into: &json, extras)
    case .array where isLineDelimited:
      writeRows(pages, separator: 0x0A, into: &json) { keys.writeObject($0, into: &$1) }
    case .array:
      json.markup("[")
      writeRows(pages, separator: 0x2C, into: &json) { keys.writeObject($0, into: &$1) }
      json.markup("]")
    case .arrayfirst:
      json.markup("[")
      writeRows(pages, separator: 0x2C, into: &json) { keys.writeFirst($0, into: &$1) }
      json.markup("]")
    case .object:
      guard !schema.keyFields.isEmpty else {
        throw TableError.badRequest("_shape=object is only available for tables with a primary key")
      }
      json.markup("{")
      try writeRows(pages, separator: 0x2C, into: &json) { row, json in try writeMember(row, into: &json) }
      json.markup("}")
    }
  }

  /// Writes one row as an answer of its own: what a page with this row alone is, without tokens of other pages.
  /// - Throws: `TableError.badRequest` for the shape `object` where the row can't be named; what `extras` throws.
  package func write(
    _ record: Record, shape: RecordShape = .objects, into json: inout ByteSink,
    extras: (inout ByteSink) throws -> Void = { _ in }
  ) throws {
    defer { extendLifetime((keys, rowKeys, record.page)) }
    let row = RecordRow(record.page, row: record.row)
    switch shape {
    case .objects, .arrays:
      json.markup("{\"ok\":true,\"rows\":[")
      if shape == .arrays { keys.writeArray(row, into: &json) } else { keys.writeObject(row, into: &json) }
      json.markup("]")
      try close(isTruncated: false, into: &json, extras)
    case .array, .arrayfirst:
      json.markup("[")
      if shape == .array { keys.writeObject(row, into: &json) } else { keys.writeFirst(row, into: &json) }
      json.markup("]")
    case .object:
      json.markup("{")
      try writeMember(row, into: &json)
      json.markup("}")
    }
  }

  /// A row behind its key.
  private func writeMember(_ row: RecordRow, into json: inout ByteSink) throws {
    json.markup("\"")
    guard let rowKeys, FieldWriter.writeKey(row, rowKeys, into: &json) else {
      throw TableError.badRequest(
        "_shape=object is not available here: a row has no unique key, because part of it is null or it is too long"
      )
    }
    json.markup("\":")
    keys.writeObject(row, into: &json)
  }

  /// The pages are kept alive by the array that the rows come from.
  @inline(__always) private func writeRows(
    _ pages: [RecordPage], separator: UInt8, into json: inout ByteSink,
    _ write: (RecordRow, inout ByteSink) throws -> Void
  ) rethrows {
    var isFirst = true
    for page in pages {
      for row in 0..<page.count where !json.isFull {
        if isFirst { isFirst = false } else { json.append(byte: separator) }
        try write(RecordRow(page, row: row), &json)
      }
    }
  }

  private func open(_ envelope: Envelope, into json: inout ByteSink) {
    json.markup("{\"ok\":true")
    guard envelope.hasPages else { return }
    json.markup(",\"next\":")
    Self.write(envelope.next?.text, into: &json)
    json.markup(",\"next_url\":")
    Self.write(envelope.nextURL, into: &json)
    json.markup(",\"previous\":")
    Self.write(envelope.previous?.text, into: &json)
    json.markup(",\"previous_url\":")
    Self.write(envelope.previousURL, into: &json)
  }

  private func close(
    isTruncated: Bool, into json: inout ByteSink, _ extras: (inout ByteSink) throws -> Void
  ) rethrows {
    json.markup(",\"truncated\":")
    json.json(isTruncated)
    try extras(&json)
    json.markup("}")
  }

  private static func write(_ text: String?, into json: inout ByteSink) {
    if let text { json.jsonString(text) } else { json.markup("null") }
  }
}
