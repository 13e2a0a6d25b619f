/// Fills one page. Grows by doubling; sized from the last page of the same table, so it seldom does.
///
/// The invariant that keeps its pointers safe: `fieldCount <= fieldCapacity` and `byteCount <= byteCapacity`, and every
/// append checks before it writes.
public struct RecordPageBuilder: ~Copyable {
  // No reference among these: `discard self` in `finish` allows trivial properties only.
  @usableFromInline let width: Int
  @usableFromInline var fields: UnsafeMutablePointer<RecordField>
  @usableFromInline var fieldCount = 0
  @usableFromInline var fieldCapacity: Int
  @usableFromInline var bytes: UnsafeMutablePointer<UInt8>
  @usableFromInline var byteCount = 0
  @usableFromInline var byteCapacity: Int

  /// Room for `rows` records of `fieldCount` fields whose texts take about `byteCapacity` bytes.
  public init(fieldCount: Int, rows: Int, byteCapacity: Int) {
    width = fieldCount
    fieldCapacity = Swift.max(rows, 1) * Swift.max(fieldCount, 1)
    fields = .allocate(capacity: fieldCapacity)
    self.byteCapacity = Swift.max(byteCapacity, 64)
    bytes = .allocate(capacity: self.byteCapacity)
  }

  deinit {
    fields.deallocate()
    bytes.deallocate()
  }

  /// Bytes of texts and blobs so far.
  public var bytesUsed: Int { byteCount }
  /// Whole rows so far.
  public var rowCount: Int { fieldCount / Swift.max(width, 1) }

  /// The next field is null.
  @inlinable public mutating func appendNull() { append(RecordField(bits: 0, length: 0, kind: .null)) }
  /// The next field is an integer.
  @inlinable public mutating func append(_ value: Int64) {
    append(RecordField(bits: UInt64(bitPattern: value), length: 0, kind: .integer))
  }
  /// The next field is a real.
  @inlinable public mutating func append(_ value: Double) {
    append(RecordField(bits: value.bitPattern, length: 0, kind: .real))
  }
  /// The next field is the text of a Swift string.
  public mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      // An empty text may have no address: any will do.
      append(utf8.baseAddress ?? UnsafePointer(bytes), count: utf8.count, kind: .text)
    }
  }

  /// The next field is `count` bytes of text or blob, which are copied. `wholeCount` is the size of a blob of which
  /// these are the first bytes.
  @inlinable public mutating func append(
    _ source: UnsafeRawPointer, count: Int, kind: RecordField.Kind, wholeCount: Int? = nil
  ) {
    if byteCount + count > byteCapacity { growBytes(for: count) }
    UnsafeMutableRawPointer(bytes + byteCount).copyMemory(from: source, byteCount: count)
    append(RecordField(bits: UInt64(byteCount), length: UInt32(truncatingIfNeeded: wholeCount ?? count), kind: kind))
    byteCount += count
  }

  @inlinable mutating func append(_ field: RecordField) {
    if fieldCount == fieldCapacity { growFields() }
    (fields + fieldCount).initialize(to: field)
    fieldCount += 1
  }

  @usableFromInline mutating func growBytes(for count: Int) {
    byteCapacity = Swift.max(byteCapacity * 2, byteCount + count)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: byteCapacity)
    larger.update(from: bytes, count: byteCount)
    bytes.deallocate()
    bytes = larger
  }

  @usableFromInline mutating func growFields() {
    fieldCapacity *= 2
    let larger = UnsafeMutablePointer<RecordField>.allocate(capacity: fieldCapacity)
    larger.update(from: fields, count: fieldCount)
    fields.deallocate()
    fields = larger
  }

  /// The page of what was appended. The schema's `fieldCount` is the one that this builder was made with.
  /// - Parameter levels: how deep each row is in a tree; empty where the rows make none.
  public consuming func finish(_ schema: RecordSchema, levels: [UInt16] = []) -> RecordPage {
    precondition(schema.fieldCount == width, "a page is built for one schema")
    let page = RecordPage(
      schema: schema, count: fieldCount / Swift.max(width, 1), levels: levels, fields: fields, bytes: bytes)
    discard self
    return page
  }
}

extension RecordPage {
  /// The page with its rows in reverse order: a page that was read backwards. O(fields).
  public func reversed() -> RecordPage {
    var builder = RecordPageBuilder(fieldCount: width, rows: count, byteCapacity: 64)
    // The bytes keep their places, so they are copied whole and the fields keep their offsets.
    let used = (0..<(count * width)).reduce(0) { used, index in
      let field = fields[index]
      return field.kind.hasBytes ? Swift.max(used, Int(field.bits) + field.storedLength) : used
    }
    if used > builder.byteCapacity { builder.growBytes(for: used) }
    UnsafeMutableRawPointer(builder.bytes).copyMemory(from: bytes, byteCount: used)
    builder.byteCount = used
    for row in stride(from: count - 1, through: 0, by: -1) {
      for column in 0..<width { builder.append(fields[row * width + column]) }
    }
    return builder.finish(schema, levels: levels.reversed())
  }
}

extension RecordField.Kind {
  fileprivate var hasBytes: Bool {
    switch self {
    case .null, .integer, .real: false
    case .text, .blob, .textExcerpt, .blobExcerpt: true
    }
  }
}
