import TableModel
import TextCoding

/// The keys of a row's JSON as ready-made bytes: `{"id":`, `,"ts":` …, and the columns that they belong to.
///
/// Unchecked: the blocks are written in `init` and only read from there on, until `deinit` frees them. Whoever reads them extends the
/// life of this to the end of reading: the optimizer ends it behind its last use, and a pointer's use isn't one.
final class RecordJSONKeys: @unchecked Sendable {
  /// One entry for each shown column.
  struct Entry: BitwiseCopyable {
    var key: LiteralRange
    var column: Int
    var form: JSONValueForm
    /// Where the label of a reference is; -1 where rows there have none, and their values are their labels.
    var labelField: Int
    /// Digits behind the point of reals; -1 for as few as there can be.
    var decimals: Int8
    /// Whether texts are numbers, each spelled in its own way.
    var isVerbatim: Bool
  }

  let entries: UnsafeBufferPointer<Entry>
  private let literals: NibCode

  init(_ schema: RecordSchema, showing columns: [Int], forms: JSONValueForms = .stored) {
    var collector = LiteralCollector()
    let shown = columns.map { column in
      Entry(
        key: collector.add { json in
          json.jsonString(schema.columns[column].name)
          json.markup(":")
        }, column: column,
        form: JSONValueForm(column, forms, isSpelled: schema.columns[column].spelling != nil),
        labelField: schema.columns[column].reference?.labelField ?? -1, decimals: schema.columns[column].decimals,
        isVerbatim: schema.columns[column].spelling == .verbatim)
    }
    let block = UnsafeMutableBufferPointer<Entry>.allocate(capacity: shown.count)
    _ = block.initialize(from: shown)
    entries = UnsafeBufferPointer(block)
    literals = NibCode(collector.bytes, [])
  }

  deinit { entries.deallocate() }

  /// Writes a row as an object.
  @inline(__always) func writeObject(_ row: RecordRow, into json: inout ByteSink) {
    json.append(byte: 0x7B)
    var isFirst = true
    for entry in entries {
      if isFirst { isFirst = false } else { json.append(byte: 0x2C) }
      if let start = literals.literals.baseAddress {
        json.append(literal: start + Int(entry.key.start), count: Int(entry.key.count))
      }
      Self.write(entry, row, into: &json)
    }
    json.append(byte: 0x7D)
  }

  /// Writes a row as a list.
  @inline(__always) func writeArray(_ row: RecordRow, into json: inout ByteSink) {
    json.append(byte: 0x5B)
    var isFirst = true
    for entry in entries {
      if isFirst { isFirst = false } else { json.append(byte: 0x2C) }
      Self.write(entry, row, into: &json)
    }
    json.append(byte: 0x5D)
  }

  /// Writes the value of the first shown column.
  @inline(__always) func writeFirst(_ row: RecordRow, into json: inout ByteSink) {
    if let first = entries.first {
      Self.write(first, row, into: &json)
    } else {
      json.markup("null")
    }
  }

  @inline(__always) private static func write(_ entry: Entry, _ row: RecordRow, into json: inout ByteSink) {
    if entry.form == .stored { return writeValue(row.fields[entry.column], row, into: &json) }
    writeFormed(entry, row, into: &json)
  }

  @inline(__always) static func writeValue(_ field: RecordField, _ row: RecordRow, into json: inout ByteSink) {
    switch field.kind {
    case .null: json.markup("null")
    case .integer: json.json(field.integer)
    case .real: json.json(field.real)
    case .text, .textExcerpt: json.jsonString(row.stored(field))
    case .blob, .blobExcerpt:
      json.markup("{\"$base64\":true,\"encoded\":\"")
      json.base64(row.stored(field))
      json.markup("\"}")
    }
  }
}
