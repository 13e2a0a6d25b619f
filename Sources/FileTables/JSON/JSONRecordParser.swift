internal import SQLiteTables

/// Takes one element apart: an object into the values of its keys, anything else into the column `value`.
struct JSONRecordParser {
  var fields: [BulkField] = []
  /// Whether some text has escapes to take away.
  private var hasEscapes = false
  /// Whether some text is not ASCII.
  private(set) var isWide = false
  private(set) var lacksColumns = false
  /// Halves of characters among the escapes of the texts.
  private(set) var brokenEscapeCount = 0
  /// Values that are no finite numbers, and so are none here.
  private(set) var unwrittenNumberCount = 0
  /// Marks of the fields' bits: texts with escapes; true and false.
  private static let escapeMark: UInt64 = 1
  private static let value = Array("value".utf8)

  /// The place behind the element at `start`. What is cut or malformed adds no columns.
  mutating func parse(
    _ bytes: Span<UInt8>, _ start: Int, _ end: Int, _ columns: inout JSONColumns
  ) throws(JSONScanner.Failure) -> Int {
    let known = columns.count
    do {
      return try element(bytes, start, end, &columns)
    } catch {
      columns.shrink(to: known)
      throw error
    }
  }

  private mutating func element(
    _ bytes: Span<UInt8>, _ start: Int, _ end: Int, _ columns: inout JSONColumns
  ) throws(JSONScanner.Failure) -> Int {
    fields.removeAll(keepingCapacity: true)
    hasEscapes = false
    lacksColumns = false
    brokenEscapeCount = 0
    unwrittenNumberCount = 0
    var wide: UInt64 = 0
    defer { isWide = wide != 0 }
    columns.begin()
    guard start < end else { throw .cut }
    guard bytes[start] == UInt8(ascii: "{") else {
      let (field, behind) = try value(bytes, start, end, &wide)
      keep(field, at: columns.position(of: Self.value.span, 0, Self.value.count, hasEscapes: false))
      return behind
    }
    var position = JSONScanner.skipSpace(bytes, start &+ 1, end)
    if position < end, bytes[position] == UInt8(ascii: "}") { return position &+ 1 }
    while true {
      guard position < end else { throw .cut }
      guard bytes[position] == UInt8(ascii: "\"") else {
        throw .malformed(at: position, "A key in quotes is expected.")
      }
      let key = position &+ 1
      var isEscaped = false
      position = try JSONScanner.endOfString(bytes, key, end, hasEscapes: &isEscaped, wide: &wide)
      let keyCount = position &- 1 &- key
      position = try JSONScanner.behind(UInt8(ascii: ":"), bytes, position, end)
      let (field, behind) = try value(bytes, position, end, &wide)
      keep(field, at: columns.position(of: bytes, key, keyCount, hasEscapes: isEscaped))
      position = JSONScanner.skipSpace(bytes, behind, end)
      guard position < end else { throw .cut }
      if bytes[position] == UInt8(ascii: "}") { return position &+ 1 }
      guard bytes[position] == UInt8(ascii: ",") else { throw .malformed(at: position, "A comma or } is expected.") }
      position = JSONScanner.skipSpace(bytes, position &+ 1, end)
    }
  }

  private mutating func keep(_ field: BulkField, at column: Int?) {
    guard let column else {
      lacksColumns = true
      return
    }
    while fields.count <= column { fields.append(BulkField()) }
    fields[column] = field
  }

  private mutating func value(
    _ bytes: Span<UInt8>, _ start: Int, _ end: Int, _ wide: inout UInt64
  ) throws(JSONScanner.Failure) -> (BulkField, Int) {
    guard start < end else { throw .cut }
    switch bytes[start] {
    case UInt8(ascii: "\""):
      var isEscaped = false
      let behind = try JSONScanner.endOfString(bytes, start &+ 1, end, hasEscapes: &isEscaped, wide: &wide)
      var field = BulkField(textAt: start &+ 1, count: behind &- start &- 2)
      if isEscaped {
        field.bits = Self.escapeMark
        hasEscapes = true
      }
      return (field, behind)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let behind = try JSONScanner.endOfValue(bytes, start, end, wide: &wide)
      return (BulkField(textAt: start, count: behind &- start), behind)
    default:
      let behind = try JSONScanner.endOfWord(bytes, start, end)
      return (word(bytes, start, behind &- start), behind)
    }
  }

  private mutating func word(_ bytes: Span<UInt8>, _ start: Int, _ count: Int) -> BulkField {
    switch bytes[start] {
    case UInt8(ascii: "n"): return BulkField()
    case UInt8(ascii: "t"), UInt8(ascii: "f"):
      var field = BulkField(bytes[start] == UInt8(ascii: "t") ? 1 as Int64 : 0)
      // Where the word stands, for columns that hold other things too.
      field.start = start
      field.count = count
      return field
    case UInt8(ascii: "N"), UInt8(ascii: "I"),
      UInt8(ascii: "-") where bytes[start &+ 1] == UInt8(ascii: "I"):
      unwrittenNumberCount &+= 1
      return BulkField()
    // How its column stores it is found out by the others.
    default: return BulkField(numberTokenAt: start, count: count)
    }
  }

  /// Takes the escapes of texts away, within the bytes themselves.
  mutating func finish(_ bytes: inout [UInt8]) {
    guard hasEscapes else { return }
    for place in fields.indices where fields[place].kind == .text && fields[place].bits == Self.escapeMark {
      fields[place].bits = 0
      fields[place].count = JSONText.unescape(
        &bytes, at: fields[place].start, count: fields[place].count, brokenCount: &brokenEscapeCount)
    }
  }
}
