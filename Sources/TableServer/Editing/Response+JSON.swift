internal import MicroHTTP
import SitePages
import TableArguments
import TableModel
import TableRendering
import TextCoding

extension Response {
  /// What went wrong, in the shape that Datasette's errors have.
  static func failure(
    _ messages: [String], _ status: Status, _ more: [(key: String, value: JSONValue)] = []
  ) -> Response {
    Response(
      .object(
        [
          ("ok", false), ("error", .text(messages.joined(separator: "; "))), ("errors", JSONValue(messages)),
          ("status", .integer(Int64(status.code))),
        ] + more), status: status)
  }
}

extension JSONValue {
  /// A row with a key for each column, as other answers have it.
  init(_ record: Record) {
    self = .object(
      record.schema.columns.indices.map { position in
        (record.schema.columns[position].name, Self.data(record[position]))
      })
  }

  private static func data(_ value: RecordValue) -> JSONValue {
    switch value {
    case .blob(let bytes):
      return ["$base64": true, "encoded": .text(Base64.text(bytes))]
    case .real(let number) where !number.isFinite: return .null
    default: return JSONValue(value)
    }
  }

  init(_ key: RowKey) { self = key.integer.map { .integer($0) } ?? .text(key.encoded) }

  /// A row of a table built in code as it is now: which, in which version, with what it encodes.
  init(_ row: TableRow) {
    var json = ByteSink(capacity: 256)
    // What can't be encoded has no values here, as on pages.
    let isWritten = (try? json.json(row.cell)) != nil
    let values = isWritten ? try? JSONValue(json: json.string) : nil
    self = [
      "id": JSONValue(row.cell.id), "version": .text(row.version.description),
      "section": JSONValue(row.position?.section), "row": JSONValue(row.position?.row),
      "values": values ?? .null,
    ]
  }
}
