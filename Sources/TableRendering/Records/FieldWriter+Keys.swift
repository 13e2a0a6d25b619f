import TableModel
internal import TextCoding

/// The keys of rows as `RecordSchema.encoded(_:)` writes them, right into the page: they need no escaping in HTML and none in JSON.
extension FieldWriter {
  /// Whether something names the row.
  @inline(__always) func isNamed(_ row: RecordRow) -> Bool {
    plans.rowIDField >= 0 || Self.isKeyWhole(row, plans)
  }

  @inline(__always) func writeKey(_ row: RecordRow, into html: inout ByteSink) {
    Self.writeKey(row, plans, into: &html)
  }

  /// Writes the key; nothing where the row can't be named.
  /// - Returns: whether it can.
  @inline(__always) @discardableResult
  static func writeKey(_ row: RecordRow, _ plans: FieldPlans, into sink: inout ByteSink) -> Bool {
    if plans.keys.count == 1 {
      let key = plans.keys[0], field = row.fields[key.field]
      if field.isInteger, !key.isText {
        sink.number(field.integer)
        return true
      }
    }
    return writeParts(row, plans, into: &sink)
  }

  @inline(never)
  private static func writeParts(_ row: RecordRow, _ plans: FieldPlans, into sink: inout ByteSink) -> Bool {
    let start = sink.count
    var byteCount = 0
    for (position, key) in plans.keys.enumerated() {
      if position > 0 { sink.append(byte: 0x2C) }
      let field = row.fields[key.field]
      if field.isInteger, !key.isText {
        sink.number(field.integer)
        continue
      }
      guard let count = keyBytes(field), byteCount + count <= RowKey.byteLimit else {
        sink.truncate(to: start)
        guard plans.rowIDField >= 0 else { return false }
        sink.mark(RowKey.Mark.rowID)
        sink.number(row.fields[plans.rowIDField].integer)
        return true
      }
      byteCount += count
      sink.keyPart(field, row, isText: key.isText)
    }
    return plans.keys.count > 0
  }

  /// How much of what an address holds a value takes; `nil` for one that names no row: null, and what was cut.
  @inline(__always) private static func keyBytes(_ field: RecordField) -> Int? {
    switch field.kind {
    case .integer, .real: 0
    case .text, .blob: Int(field.length)
    case .null, .textExcerpt, .blobExcerpt: nil
    }
  }

  /// Whether the key can name the row: no part is null or was cut, and all are short enough for an address; see `RowKey.init(naming:rowID:)`.
  private static func isKeyWhole(_ row: RecordRow, _ plans: FieldPlans) -> Bool {
    guard plans.keys.count > 0 else { return false }
    var byteCount = 0
    for key in plans.keys {
      guard let count = keyBytes(row.fields[key.field]) else { return false }
      byteCount += count
    }
    return byteCount <= RowKey.byteLimit
  }
}

extension ByteSink {
  /// One value of a key; null has no form here.
  mutating func keyPart(_ field: RecordField, _ row: RecordRow, isText: Bool) {
    switch field.kind {
    case .null, .textExcerpt, .blobExcerpt: break
    case .integer:
      if isText { mark(RowKey.Mark.integer) }
      number(field.integer)
    case .real:
      mark(RowKey.Mark.real)
      tildeEncoded(field.real.description)
    case .text:
      let text = row.stored(field)
      if text.isEmpty || (!isText && RowKey.number(text) != nil) { mark(RowKey.Mark.text) }
      tildeEncoded(text)
    case .blob:
      mark(RowKey.Mark.blob)
      for byte in row.stored(field) {
        append(byte: Hexadecimal.digit(byte >> 4))
        append(byte: Hexadecimal.digit(byte & 15))
      }
    }
  }

  fileprivate mutating func mark(_ letter: UInt8) {
    append(byte: UInt8(ascii: "~"))
    append(byte: letter)
  }
}
