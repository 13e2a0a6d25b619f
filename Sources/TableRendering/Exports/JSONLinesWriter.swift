package import TableModel

/// Writes the records of one table as lines of JSON (NDJSON, https://github.com/ndjson/ndjson-spec): an object each, with the values
/// that `RecordJSONWriter` writes, and a line feed behind each.
///
/// Query values whole (`ValueExtent.whole`) for it: of an excerpt it writes what is there.
package struct JSONLinesWriter: Sendable {
  private let keys: RecordJSONKeys

  /// A writer of the given columns (all by default), in the given order; positions that the schema doesn't have are left out.
  package init(_ schema: RecordSchema, showing columns: [Int]? = nil, forms: JSONValueForms = .stored) {
    let all = schema.columns.indices
    keys = RecordJSONKeys(schema, showing: (columns ?? Array(all)).filter(all.contains), forms: forms)
  }

  /// Writes the rows of a page. Its life is extended to the end, and with it that of what its rows point to.
  package func write(_ page: RecordPage, into json: inout ByteSink) {
    defer { extendLifetime((keys, page)) }
    for row in 0..<page.count where !json.isFull {
      keys.writeObject(RecordRow(page, row: row), into: &json)
      json.append(byte: 0x0A)
    }
  }
}
