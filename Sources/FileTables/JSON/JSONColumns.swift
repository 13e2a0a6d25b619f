/// The columns of a table, by the keys of its objects.
struct JSONColumns {
  /// The keys as they are written, escapes included.
  private var keys: [[UInt8]] = []
  private var positions: [[UInt8]: Int] = [:]
  /// The column that followed each when it was last met: objects of one kind have their keys in one order.
  private var successors: [Int] = []
  private var previous = -1
  private var first = 0
  private var unique = UniqueNames()
  private(set) var names: [String] = []

  /// Begins another object.
  mutating func begin() { previous = -1 }

  /// How many there are.
  var count: Int { keys.count }

  /// Takes the last columns away, but for so many: those that came with an object that turned out to be none.
  mutating func shrink(to count: Int) {
    guard count < keys.count else { return }
    for name in names[count...] { unique.remove(name) }
    keys.removeSubrange(count...)
    names.removeSubrange(count...)
    successors.removeSubrange(count...)
    positions = positions.filter { $0.value < count }
    previous = -1
  }

  /// The column of the key that stands at a place; `nil` if there are too many.
  mutating func position(of key: Span<UInt8>, _ start: Int, _ count: Int, hasEscapes: Bool) -> Int? {
    let expected = previous < 0 ? first : successors[previous]
    if expected < keys.count, Self.matches(keys[expected], key, start) && keys[expected].count == count {
      previous = expected
      return expected
    }
    let written = (0..<count).map { key[start + $0] }
    guard let found = positions[written] ?? add(written, hasEscapes: hasEscapes) else { return nil }
    if previous < 0 { first = found } else { successors[previous] = found }
    previous = found
    return found
  }

  private mutating func add(_ key: [UInt8], hasEscapes: Bool) -> Int? {
    guard String(validating: key, as: UTF8.self) != nil else {
      // Its record is about to be repaired, and the key is met again as UTF-8.
      let text = TextEncoding.repaired(key[...]).text
      let found = positions[text] ?? add(text, hasEscapes: hasEscapes)
      positions[key] = found
      return found
    }
    guard keys.count < FileLimits.columnCount else { return nil }
    var text = key
    var brokenCount = 0
    if hasEscapes {
      text.removeSubrange(JSONText.unescape(&text, at: 0, count: key.count, brokenCount: &brokenCount)...)
    }
    let name = String(decoding: text, as: UTF8.self)
    // SQLite ends names at a null character.
    let isUsable = !name.isEmpty && !name.utf8.contains(0)
    keys.append(key)
    names.append(unique.add(isUsable ? name : "column_\(keys.count)"))
    successors.append(keys.count)
    positions[key] = keys.count - 1
    return keys.count - 1
  }

  @inline(__always)
  private static func matches(_ key: [UInt8], _ bytes: Span<UInt8>, _ start: Int) -> Bool {
    guard start &+ key.count <= bytes.count else { return false }
    for offset in key.indices where key[offset] != bytes[start &+ offset] { return false }
    return true
  }
}
