/// Numbers by the address of a type's metadata: a few words, probed in order. Types are few and never move, so no hash is needed.
struct TypeSlots: Sendable {
  private var keys: [UInt] = Array(repeating: 0, count: 8)
  private var numbers: [Int] = Array(repeating: 0, count: 8)
  private var used = 0

  @inline(__always) subscript(_ key: ObjectIdentifier) -> Int? {
    let key = UInt(bitPattern: key)
    var at = home(of: key)
    while keys[at] != 0 {
      if keys[at] == key { return numbers[at] }
      at = (at &+ 1) & (keys.count &- 1)
    }
    return nil
  }

  /// Adds a type that isn't there yet.
  mutating func insert(_ key: ObjectIdentifier, _ number: Int) {
    used += 1
    // At most half full, so that a miss ends soon.
    if used * 2 > keys.count { grow() }
    place(UInt(bitPattern: key), number)
  }

  @inline(__always) private func home(of key: UInt) -> Int {
    Int(truncatingIfNeeded: (key >> 4) ^ (key >> 12)) & (keys.count &- 1)
  }

  private mutating func place(_ key: UInt, _ number: Int) {
    var at = home(of: key)
    while keys[at] != 0 { at = (at + 1) & (keys.count - 1) }
    keys[at] = key
    numbers[at] = number
  }

  private mutating func grow() {
    let old = zip(keys, numbers).filter { $0.0 != 0 }
    keys = Array(repeating: 0, count: keys.count * 2)
    numbers = Array(repeating: 0, count: keys.count)
    for (key, number) in old { place(key, number) }
  }
}
