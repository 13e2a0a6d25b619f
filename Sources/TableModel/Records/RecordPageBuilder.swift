package import BoundedWork

/// Fills one page. Grows by doubling; sized from the last page of the same table, so it seldom does.
///
/// What a page may take is bounded: by a limit of its own, and by a budget that all pages share. A value that would go beyond either is not
/// copied; `overflow` says so then, and whoever fills the page takes back the row and ends the page before it.
///
/// The invariant that keeps its pointers safe: `fieldCount <= fieldCapacity` and `byteCount <= byteCapacity`, and every
/// append checks before it writes.
package struct RecordPageBuilder: ~Copyable {
  // No reference among these: `discard self` in `finish` allows trivial properties only.
  @usableFromInline let width: Int
  @usableFromInline var fields: UnsafeMutablePointer<RecordField>
  @usableFromInline var fieldCount = 0
  @usableFromInline var fieldCapacity: Int
  @usableFromInline var bytes: UnsafeMutablePointer<UInt8>
  @usableFromInline var byteCount = 0
  @usableFromInline var byteCapacity: Int
  /// Why a value was left out of the row that is being filled.
  package private(set) var overflow = MemoryOverflow.none
  private let limit: Int
  /// Held by one reference from `init` to `deinit`, or to the page that takes it over.
  private let budget: Unmanaged<MemoryBudget>?
  private var charged = 0

  /// What a page begins with at most, however large the last one was: fields, and bytes of texts.
  private static let firstFields = 16_384, firstBytes = 256 * 1024

  /// How many records of so many fields are read at a time where a table is read to its end: fields take memory too, however short their values are.
  package static func stepRows(fieldCount: Int) -> Int {
    Swift.min(500, Swift.max(1, firstFields / Swift.max(fieldCount, 1)))
  }

  /// Room for `rows` records of `fieldCount` fields whose texts take about `byteCapacity` bytes.
  /// - Parameters:
  ///   - limit: how many bytes the page may take, fields included.
  ///   - budget: what its memory is taken from.
  package init(
    fieldCount: Int, rows: Int, byteCapacity: Int, limit: Int = .max, budget: MemoryBudget? = nil
  ) {
    width = fieldCount
    let (wanted, overflow) = Swift.max(rows, 1).multipliedReportingOverflow(by: Swift.max(fieldCount, 1))
    fieldCapacity = overflow ? Self.firstFields : Swift.min(wanted, Self.firstFields)
    self.byteCapacity = Swift.min(Swift.max(byteCapacity, 64), Self.firstBytes, Swift.max(limit, 64))
    fields = .allocate(capacity: fieldCapacity)
    bytes = .allocate(capacity: self.byteCapacity)
    self.limit = limit
    self.budget = budget.map { .passRetained($0) }
    // Refused, this page holds nothing: the first row finds out.
    if !charge(fieldCapacity * MemoryLayout<RecordField>.stride + self.byteCapacity) { self.overflow = .budget }
  }

  deinit {
    fields.deallocate()
    bytes.deallocate()
    budget?.takeUnretainedValue().giveBack(charged)
    budget?.release()
  }

  /// Bytes of texts and blobs so far.
  package var bytesUsed: Int { byteCount }
  /// Whole rows so far.
  package var rowCount: Int { fieldCount / Swift.max(width, 1) }

  /// The next field is null.
  @inlinable package mutating func appendNull() { append(RecordField(bits: 0, length: 0, kind: .null)) }
  /// The next field is an integer.
  @inlinable package mutating func append(_ value: Int64) {
    append(RecordField(bits: UInt64(bitPattern: value), length: 0, kind: .integer))
  }
  /// The next field is a real.
  @inlinable package mutating func append(_ value: Double) {
    append(RecordField(bits: value.bitPattern, length: 0, kind: .real))
  }
  /// The next field is the text of a Swift string.
  package mutating func append(_ text: String) {
    // An empty text may have no address: any will do.
    text.lendUTF8 { append($0.baseAddress ?? UnsafePointer(bytes), count: $0.count, kind: .text) }
  }

  /// The next field is some bytes of text or blob. `wholeCount` is the size of a blob of which these are the first bytes.
  mutating func append(bytes source: [UInt8], kind: RecordField.Kind, wholeCount: Int? = nil) {
    source.withUnsafeBytes {
      append($0.baseAddress ?? UnsafeRawPointer(bytes), count: $0.count, kind: kind, wholeCount: wholeCount)
    }
  }

  /// The next field is `count` bytes of text or blob, which are copied. `wholeCount` is the size of a blob of which
  /// these are the first bytes. Where they don't fit, the field is null and `overflow` says so.
  @inlinable package mutating func append(
    _ source: UnsafeRawPointer, count: Int, kind: RecordField.Kind, wholeCount: Int? = nil
  ) {
    guard makeRoom(for: count) else { return appendNull() }
    UnsafeMutableRawPointer(bytes + byteCount).copyMemory(from: source, byteCount: count)
    append(RecordField(bits: UInt64(byteCount), length: UInt32(clamping: wholeCount ?? count), kind: kind))
    byteCount += count
  }

  /// Takes over all texts and blobs of another page, so that its fields can be appended as they are. For a builder that holds nothing yet.
  package mutating func append(bytesOf page: RecordPage) {
    precondition(byteCount == 0, "fields say where their texts are from the start of the page")
    guard makeRoom(for: page.byteCount) else { return }
    bytes.update(from: page.bytes, count: page.byteCount)
    byteCount = page.byteCount
  }

  /// Makes room for so many bytes of text or blob; asked before a value is brought that costs memory to bring.
  /// - Returns: false if the page can't take them; `overflow` says so then.
  @inlinable package mutating func makeRoom(for count: Int) -> Bool {
    byteCount + count <= byteCapacity || growBytes(for: count)
  }

  /// The next field is one as it is: a text of it is among the bytes there are.
  @inlinable package mutating func append(_ field: RecordField) {
    if fieldCount == fieldCapacity, !growFields() { return }
    (fields + fieldCount).initialize(to: field)
    fieldCount += 1
  }

  @usableFromInline mutating func growBytes(for count: Int) -> Bool {
    let needed = byteCount + count
    let room = limit - fieldCapacity * MemoryLayout<RecordField>.stride
    guard needed <= room else { return refuse(.limit) }
    let capacity = Swift.min(Swift.max(byteCapacity * 2, needed), room)
    guard charge(capacity - byteCapacity) else { return refuse(.budget) }
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: bytes, count: byteCount)
    bytes.deallocate()
    bytes = larger
    byteCapacity = capacity
    return true
  }

  @usableFromInline mutating func growFields() -> Bool {
    let stride = MemoryLayout<RecordField>.stride
    guard fieldCapacity * 2 * stride <= limit - byteCapacity else { return refuse(.limit) }
    guard charge(fieldCapacity * stride) else { return refuse(.budget) }
    let larger = UnsafeMutablePointer<RecordField>.allocate(capacity: fieldCapacity * 2)
    larger.update(from: fields, count: fieldCount)
    fields.deallocate()
    fields = larger
    fieldCapacity *= 2
    return true
  }

  private mutating func refuse(_ reason: MemoryOverflow) -> Bool {
    if overflow == .none { overflow = reason }
    return false
  }

  /// - Returns: false if the budget has not as much; then nothing is taken.
  private mutating func charge(_ bytes: Int) -> Bool {
    // The reference of this builder keeps the budget for the call.
    guard let budget, bytes > 0 else { return true }
    guard budget.takeUnretainedValue().take(bytes) else { return false }
    charged += bytes
    return true
  }

  /// How far the page is filled: what `revert(to:)` goes back to.
  @inlinable package var end: (fields: Int, bytes: Int) { (fieldCount, byteCount) }

  /// Takes back what was appended behind an earlier end; nothing is left out any more then.
  package mutating func revert(to end: (fields: Int, bytes: Int)) {
    fieldCount = Swift.min(fieldCount, end.fields)
    byteCount = Swift.min(byteCount, end.bytes)
    overflow = .none
  }

  /// Turns the order of the rows around: for a page that was read backwards. O(fields).
  package mutating func reverseRows() {
    var (first, last) = (0, rowCount - 1)
    while first < last {
      // Within the fields that were appended, since both rows are whole.
      for column in 0..<width {
        let kept = fields[first * width + column]
        fields[first * width + column] = fields[last * width + column]
        fields[last * width + column] = kept
      }
      (first, last) = (first + 1, last - 1)
    }
  }

  /// The page of what was appended. The schema's `fieldCount` is the one that this builder was made with.
  /// - Parameter levels: how deep each row is in a tree; empty where the rows make none.
  package consuming func finish(_ schema: RecordSchema, levels: [UInt16] = []) -> RecordPage {
    precondition(schema.fieldCount == width, "a page is built for one schema")
    // The page takes over the reference, and what was taken of the budget.
    let page = RecordPage(
      schema: schema, count: fieldCount / Swift.max(width, 1), levels: levels, fields: fields, bytes: bytes,
      byteCount: byteCount, budget: budget?.takeRetainedValue(), charged: charged)
    discard self
    return page
  }
}
