package import TableModel
import TextCoding

/// Writes the records of one table as CSV (RFC 4180): a head with the names of the columns, lines that end with CR LF, quotes only
/// where a field needs them.
///
/// What a field tells:
/// - null is nothing between two commas, an empty text is `""`. In a table with a single column null is `""` too, since readers skip
///   empty lines, and a row must not get lost.
/// - Numbers are written as they are, in the fewest digits that read back as the same number, or with as many decimals as the column
///   they came from has (`NumberSpelling`); infinity is `inf` and `-inf`.
/// - Blobs are links that answer the bytes, where the rows have addresses, and in base64 elsewhere (RFC 4648, section 4).
/// - Of a reference without a label, the label is its key.
///
/// **Formulas**: spreadsheets take a field that begins with `=`, `+`, `-` or `@` for a formula and run it. Quotes don't stop them. By
/// default texts are written as they are all the same, because what is read back has to be what was stored; numbers such as `-5` are
/// no formulas. For a file that will be opened in a spreadsheet there is `isSafe` (`_safe=on` in addresses): texts, and names of
/// columns, that begin with one of these, with a tab or with the end of a line get a `'` before them, which spreadsheets read as
/// "this is text" (https://owasp.org/www-community/attacks/CSV_Injection).
///
/// Query values whole (`ValueExtent.whole`) for it: of an excerpt it writes what is there.
package struct CSVWriter: Sendable {
  private let fields: [Field]
  private let names: [String]
  private let isSafe: Bool
  private let schema: RecordSchema
  private let table: String?

  /// A field of the rows, and the digits behind the point of its reals; -1 for as few as there can be.
  private struct Field: BitwiseCopyable {
    var position: Int
    var decimals: Int8
    /// What stands there if it is null; -1 for nothing.
    var fallback = -1
  }

  /// A writer of the given columns (all by default), in the given order; positions that the schema doesn't have are left out.
  /// - Parameters:
  ///   - labelled: the columns that are followed by one with the labels of what they refer to, called `COLUMN_label`.
  ///   - isSafe: whether spreadsheets are kept from taking texts for formulas.
  ///   - table: the whole address of the table, below which blobs are; `nil` for blobs in base64.
  package init(
    _ schema: RecordSchema, showing columns: [Int]? = nil, labelled: Set<Int> = [], isSafe: Bool = false,
    table: String? = nil
  ) {
    var fields: [Field] = []
    var names: [String] = []
    for position in columns ?? Array(schema.columns.indices) where schema.columns.indices.contains(position) {
      let column = schema.columns[position]
      fields.append(Field(position: position, decimals: column.decimals))
      names.append(column.name)
      guard labelled.contains(position), let reference = column.reference else { continue }
      // Rows without names are called by their keys.
      fields.append(Field(position: reference.labelField ?? position, decimals: -1, fallback: position))
      names.append(column.name + "_label")
    }
    self.fields = fields
    self.names = names
    self.isSafe = isSafe
    self.schema = schema
    self.table = table
  }

  /// Writes the line with the names of the columns.
  package func writeHead(into csv: inout ByteSink) {
    for (index, name) in names.enumerated() {
      if index > 0 { csv.append(byte: 0x2C) }
      name.lendUTF8 { writeText($0, into: &csv) }
    }
    Self.endLine(&csv)
  }

  /// Writes the rows of a page, a line each. Its life is extended to the end, and with it that of what its rows point to.
  package func write(_ page: RecordPage, into csv: inout ByteSink) {
    // Any column may hold blobs, few do: what their addresses are made of is put together at the first one.
    var links: BlobLinks?
    defer { extendLifetime((page, links)) }
    fields.withUnsafeBufferPointer { fields in
      for row in 0..<page.count where !csv.isFull { writeLine(RecordRow(page, row: row), fields, &links, into: &csv) }
    }
  }

  @inline(__always) private func writeLine(
    _ row: RecordRow, _ fields: UnsafeBufferPointer<Field>, _ links: inout BlobLinks?, into csv: inout ByteSink
  ) {
    var isFirst = true
    for shown in fields {
      if isFirst { isFirst = false } else { csv.append(byte: 0x2C) }
      var field = row.fields[shown.position]
      if case .null = field.kind, shown.fallback >= 0 { field = row.fields[shown.fallback] }
      switch field.kind {
      case .null: if fields.count == 1 { csv.emptyCSVField() }
      case .integer: csv.number(field.integer)
      case .real: csv.number(field.real, decimals: shown.decimals)
      case .text, .textExcerpt: writeText(row.stored(field), into: &csv)
      case .blob, .blobExcerpt:
        if links == nil { links = table.map { BlobLinks($0, schema) } }
        if let links, links.write(shown.position, of: row, into: &csv) { continue }
        if field.length == 0 { csv.emptyCSVField() } else { csv.base64(row.stored(field)) }
      }
    }
    Self.endLine(&csv)
  }

  @inline(__always) private func writeText(_ text: UnsafeBufferPointer<UInt8>, into csv: inout ByteSink) {
    if isSafe, let first = text.first, Self.beginsFormula(first) { return writeDisarmed(text, into: &csv) }
    csv.csvField(text)
  }

  /// A text with the `'` that makes it one for spreadsheets too. Seldom, so that it may be copied.
  @inline(never) private func writeDisarmed(_ text: UnsafeBufferPointer<UInt8>, into csv: inout ByteSink) {
    let disarmed = [UInt8(ascii: "'")] + text
    disarmed.withUnsafeBufferPointer { csv.csvField($0) }
  }

  private static func beginsFormula(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0A, 0x0D: true
    default: false
    }
  }

  @inline(__always) private static func endLine(_ csv: inout ByteSink) {
    csv.append(byte: 0x0D)
    csv.append(byte: 0x0A)
  }
}
