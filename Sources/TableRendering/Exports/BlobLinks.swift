import TableModel
internal import TextCoding

/// The addresses of blobs in a format that can't hold bytes: `{table}/{key}.blob?_blob_column={column}`.
struct BlobLinks: Sendable {
  private let table: [UInt8]
  private let keys: FieldPlans
  private let suffixes: [[UInt8]]
  /// Whether commas stand between the parts of keys.
  private let isQuoted: Bool

  /// - Parameter table: the whole address of the table.
  init(_ table: String, _ schema: RecordSchema) {
    self.table = Array((table + "/").utf8)
    keys = FieldPlans(schema, RecordLinks(table: "", database: "", sprite: ""))
    suffixes = schema.columns.map { Array((".blob?_blob_column=" + PercentEncoding.encodeForm($0.name)).utf8) }
    isQuoted = schema.keyFields.count > 1
  }

  /// Writes the address of a column's value in a row; nothing where the row can't be named.
  /// - Returns: whether it can.
  func write(_ column: Int, of row: RecordRow, into csv: inout ByteSink) -> Bool {
    let start = csv.count
    if isQuoted { csv.append(byte: 0x22) }
    table.withUnsafeBufferPointer { csv.append($0) }
    guard FieldWriter.writeKey(row, keys, into: &csv) else {
      csv.truncate(to: start)
      return false
    }
    suffixes[column].withUnsafeBufferPointer { csv.append($0) }
    if isQuoted { csv.append(byte: 0x22) }
    return true
  }
}
