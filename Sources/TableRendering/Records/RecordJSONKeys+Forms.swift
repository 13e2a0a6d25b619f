import TableModel
import TextCoding

/// Values that are written otherwise than they are stored.
extension RecordJSONKeys {
  @inline(never) static func writeFormed(_ entry: Entry, _ row: RecordRow, into json: inout ByteSink) {
    let field = row.fields[entry.column]
    switch (entry.form, field.kind) {
    case (.labelled, .integer), (.labelled, .text), (.labelled, .real): writeLabelled(field, entry, row, into: &json)
    case (.parsed, .text): writeParsed(row.stored(field), into: &json)
    case (.unbounded, .real) where field.real.isInfinite: json.markup(field.real < 0 ? "-Infinity" : "Infinity")
    case (.spelled, .real) where field.real.isFinite: json.number(field.real, decimals: entry.decimals)
    case (.spelled, .text) where entry.isVerbatim: writeNumber(row.stored(field), into: &json)
    default: writeValue(field, row, into: &json)
    }
  }

  /// A text that is a number, digit by digit; JSON wants a digit before the point, and no spaces (RFC 8259 section 6). Any other text is a
  /// string.
  private static func writeNumber(_ text: UnsafeBufferPointer<UInt8>, into json: inout ByteSink) {
    var number = text.drop { $0 == 0x20 }
    while number.last == 0x20 { number = number.dropLast() }
    var bytes = Array(number)
    if let point = bytes.firstIndex(of: UInt8(ascii: ".")), bytes[..<point].allSatisfy({ $0 == UInt8(ascii: "-") }) {
      bytes.insert(UInt8(ascii: "0"), at: point)
    }
    guard JSONNumber.isNumber(bytes) else { return json.jsonString(text) }
    bytes.withUnsafeBufferPointer { json.append($0) }
  }

  private static func writeLabelled(
    _ field: RecordField, _ entry: Entry, _ row: RecordRow, into json: inout ByteSink
  ) {
    // A value that leads nowhere has no label, and stays what it is.
    let label = entry.labelField < 0 ? field : row.fields[entry.labelField]
    guard !label.isNull else { return writeValue(field, row, into: &json) }
    json.markup("{\"value\":")
    writeValue(field, row, into: &json)
    json.markup(",\"label\":")
    switch label.kind {
    case .integer:
      json.markup("\"")
      json.json(label.integer)
      json.markup("\"")
    case .real: json.jsonString(label.real.description)
    default: writeValue(label, row, into: &json)
    }
    json.markup("}")
  }

  /// JSON within JSON, kept in one line: between its values a line break means no more than a space.
  private static func writeParsed(_ text: UnsafeBufferPointer<UInt8>, into json: inout ByteSink) {
    let bytes = Array(text)
    guard String(validating: bytes, as: UTF8.self) != nil, (try? JSONValue(json: bytes)) != nil else {
      return json.jsonString(text)
    }
    for byte in bytes { json.append(byte: byte == 0x0A || byte == 0x0D ? 0x20 : byte) }
  }
}
