internal import PostgreSQLTables
internal import SQLTables
internal import SQLiteTables

/// Writes rows of a file in PostgreSQL's binary form: to be stored there, or as they are read there again.
struct RowEncoder {
  let forms: [ValueForm]
  /// How many of them are stored, from the first on; the server computes the others.
  let storedCount: Int
  /// Whether the bytes that are stored and those that are read again are the same.
  let storesWhatIsRead: Bool

  init(_ forms: [ValueForm], storedCount: Int) {
    self.forms = forms
    self.storedCount = storedCount
    storesWhatIsRead = storedCount == forms.count && !forms.contains { $0 == .decimal || $0 == .spelledDecimal }
  }

  /// Appends a row to be stored.
  func append(_ row: CopyStatement, to buffer: CopyBuffer) {
    buffer.append(fieldCount: storedCount)
    for column in 0..<storedCount { append(row, column, to: buffer, isStored: true) }
  }

  /// Appends a row as PostgreSQL answers it, of which the sums are made.
  func appendImage(_ row: CopyStatement, to buffer: CopyBuffer) {
    buffer.append(fieldCount: forms.count)
    for column in 0..<forms.count { append(row, column, to: buffer, isStored: false) }
  }

  /// How many rows there are, and the sum of their hashes.
  func sum(of rows: CopyStatement) throws -> (Int, UInt64) {
    let image = CopyBuffer()
    var (count, sum) = (0, UInt64(0))
    while try rows.step() {
      image.clear()
      appendImage(rows, to: image)
      sum &+= image.hash(from: 0)
      count += 1
    }
    return (count, sum)
  }

  @inline(__always)
  private func append(_ row: CopyStatement, _ column: Int, to buffer: CopyBuffer, isStored: Bool) {
    let kind = row.kind(column)
    guard kind != .null else { return buffer.appendNull() }
    switch forms[column] {
    case .integer: buffer.appendField(row.integer(column))
    case .real:
      let number = kind == .text ? Double.nan : row.real(column)
      buffer.appendField(Int64(bitPattern: number.bitPattern))
    case .text, .bytes: row.withBytes(column) { buffer.appendField($0) }
    case .boolean:
      buffer.append(length: 1)
      buffer.append(row.integer(column) == 0 ? UInt8(0) : 1)
    default: appendSeldom(row, column, kind, to: buffer, isStored: isStored)
    }
  }

  private func appendSeldom(
    _ row: CopyStatement, _ column: Int, _ kind: CopyStatement.Kind, to buffer: CopyBuffer, isStored: Bool
  ) {
    switch forms[column] {
    case .date: buffer.appendField(row.withBytes(column) { TemporalText.day($0) } ?? 0)
    case .timestamp: buffer.appendField(row.withBytes(column) { TemporalText.moment($0, isZoned: false) } ?? 0)
    case .zonedTimestamp: buffer.appendField(row.withBytes(column) { TemporalText.moment($0, isZoned: true) } ?? 0)
    case .uuid:
      let halves: (Int64, Int64) = row.withBytes(column) { TemporalText.uuid($0) } ?? (0, 0)
      buffer.append(length: 16)
      buffer.append(halves.0)
      buffer.append(halves.1)
    case .decimal:
      let digits = kind == .integer ? DecimalDigits(row.integer(column)) : DecimalDigits(row.real(column))
      if isStored { digits.appendNumeric(to: buffer) } else { buffer.appendField(digits.text.span.bytes) }
    case .spelledDecimal:
      row.withBytes(column) { bytes in
        if isStored, let digits = DecimalDigits(spelling: bytes) {
          digits.appendNumeric(to: buffer)
        } else {
          buffer.appendField(bytes)
        }
      }
    case .variant:
      let json = VariantValue.json(row.value(column)) ?? []
      buffer.append(length: json.count + 1)
      // The version of the form (`jsonb_recv`).
      buffer.append(UInt8(1))
      buffer.append(json.span.bytes)
    case .integer, .real, .text, .bytes, .boolean: buffer.appendNull()
    }
  }
}

extension ValueForm {
  /// How PostgreSQL is asked for a column of this form, so that it answers the same bytes.
  func expression(_ column: String) -> String {
    switch self {
    case .decimal: "trim_scale(\(column))::text"
    case .spelledDecimal: "\(column)::text"
    default: column
    }
  }
}
