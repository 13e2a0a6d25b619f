import TableModel
import TableRendering

/// Pages of records made of Swift values, for tests.
enum RecordSamples {
  static let links = RecordLinks(databaseName: "field", tableName: "task", sprite: "/icons.svg")

  /// A page whose rows hold the given values, columns first.
  static func page(_ schema: RecordSchema, _ rows: [[RecordValue]]) -> RecordPage {
    var builder = RecordPageBuilder(fieldCount: schema.fieldCount, rows: rows.count, byteCapacity: 256)
    for row in rows {
      precondition(row.count == schema.fieldCount)
      for value in row { append(value, to: &builder) }
    }
    return builder.finish(schema)
  }

  private static func append(_ value: RecordValue, to builder: inout RecordPageBuilder) {
    switch value {
    case .null: builder.appendNull()
    case .integer(let number): builder.append(number)
    case .real(let number): builder.append(number)
    case .text(let text): builder.append(text)
    case .blob(let bytes):
      // An empty array may have no address; a length of 0 is never read.
      bytes.withUnsafeBytes { raw in
        [UInt8(0)].withUnsafeBytes { spare in
          guard let start = raw.baseAddress ?? spare.baseAddress else { return }
          builder.append(start, count: raw.count, kind: .blob)
        }
      }
    }
  }

  /// What one value looks like as a column of a type, in a table with the key column `id`, which is 7.
  static func html(
    _ type: FieldType, _ value: RecordValue, style: FieldWriter.Style = .grid, column: String = "value",
    reference: RecordSchema.Reference? = nil
  ) -> String {
    let schema = RecordSchema(
      table: "task",
      columns: [.init("id", .identifier, isPrimaryKey: true), .init(column, type, reference: reference)],
      keyFields: [0])
    let page = page(schema, [[.integer(7), value]])
    var sink = ByteSink()
    FieldWriter(schema, links: links).write(1, of: page[0], style: style, into: &sink)
    return sink.string
  }

  /// What one value looks like in a column of its own, in a table with the key column `id`.
  static func html(_ column: RecordSchema.Column, _ value: RecordValue) -> String {
    let schema = RecordSchema(
      table: "task", columns: [.init("id", .identifier, isPrimaryKey: true), column], keyFields: [0])
    let page = page(schema, [[.integer(7), value]])
    var sink = ByteSink()
    FieldWriter(schema, links: links).write(1, of: page[0], into: &sink)
    return sink.string
  }

  /// A page as JSON.
  static func json(
    _ page: RecordPage, shape: RecordShape = .objects, columns: [Int]? = nil, isLineDelimited: Bool = false,
    envelope: RecordJSONWriter.Envelope = RecordJSONWriter.Envelope(),
    extras: (inout ByteSink) throws -> Void = { _ in }
  ) throws -> String {
    var sink = ByteSink()
    try RecordJSONWriter(page.schema, showing: columns)
      .write(
        [RecordSection(page)], shape: shape, isLineDelimited: isLineDelimited, envelope: envelope, into: &sink,
        extras: extras)
    return sink.string
  }

  /// The rows of a page as HTML.
  static func rows(_ page: RecordPage, columns: [Int]? = nil, areAnchored: Bool = false) -> String {
    var sink = ByteSink()
    var cell = RecordCell(RecordColumns(page.schema, showing: columns), links: links, isAnchored: areAnchored)
    _ = cell.drawRun(Records(page: page), into: &sink)
    return sink.string
  }
}
