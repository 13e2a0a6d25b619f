extension KeysetCursor {
  /// A byte for the kind of place, then each value with a byte for its kind before it.
  /// - Parameter extra: bytes that will be added behind it.
  func encoded(reserving extra: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32 + extra)
    switch self {
    case .offset(let offset):
      bytes.append(2)
      bytes.appendVariable(UInt64(offset))
    case .row(let values, let isBehind):
      bytes.append(isBehind ? 1 : 0)
      for value in values { bytes.append(value) }
    }
    return bytes
  }

  /// The place that was encoded so; `nil` for anything else.
  init?(encoded bytes: ArraySlice<UInt8>) {
    var rest = bytes
    switch rest.popFirst() {
    case 2:
      guard let offset = rest.popVariable(), offset <= UInt64(Int64.max), rest.isEmpty else { return nil }
      self = .offset(Int(offset))
    case let kind? where kind < 2:
      var values: [KeysetValue] = []
      while !rest.isEmpty {
        guard let value = rest.popValue() else { return nil }
        values.append(value)
      }
      self = .row(values: values, isBehind: kind == 1)
    default: return nil
    }
  }
}

extension [UInt8] {
  /// Seven bits a byte, the lowest first; the high bit says that more follow.
  mutating func appendVariable(_ number: UInt64) {
    var number = number
    while number > 0x7F {
      append(UInt8(truncatingIfNeeded: number) | 0x80)
      number >>= 7
    }
    append(UInt8(number))
  }

  fileprivate mutating func append(_ value: KeysetValue) {
    switch value {
    case .whole(let value): append(value)
    case .beginning(let value, let digest):
      // The kinds of texts and blobs, told from those of whole ones.
      let start = count
      append(value)
      self[start] += 2
      appendBits(digest)
    }
  }

  private mutating func append(_ value: SQLValue) {
    switch value {
    case .null: append(0)
    case .integer(let number):
      append(1)
      // Zigzag: small numbers of either sign are short.
      appendVariable(UInt64(bitPattern: (number << 1) ^ (number >> 63)))
    case .real(let number):
      append(2)
      appendBits(number.bitPattern)
    case .text(let text):
      append(3)
      appendVariable(UInt64(text.count))
      self += text
    case .blob(let blob):
      append(4)
      appendVariable(UInt64(blob.count))
      self += blob
    }
  }

  private mutating func appendBits(_ bits: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) { append(UInt8(truncatingIfNeeded: bits >> UInt64(shift))) }
  }
}

extension ArraySlice<UInt8> {
  fileprivate mutating func popVariable() -> UInt64? {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = popFirst() else { return nil }
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
    }
    return nil
  }

  fileprivate mutating func popValue() -> KeysetValue? {
    switch first {
    case 5, 6:
      let isText = popFirst() == 5
      guard let beginning = popCounted(), let digest = popBits() else { return nil }
      return .beginning(isText ? .text(beginning) : .blob(beginning), digest: digest)
    default: return popWholeValue().map(KeysetValue.whole)
    }
  }

  private mutating func popWholeValue() -> SQLValue? {
    switch popFirst() {
    case 0: return .null
    case 1:
      guard let number = popVariable() else { return nil }
      return .integer(Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1))
    case 2:
      return popBits().map { .real(Double(bitPattern: $0)) }
    case 3: return popCounted().map(SQLValue.text)
    case 4: return popCounted().map(SQLValue.blob)
    default: return nil
    }
  }

  private mutating func popBits() -> UInt64? { popBytes(8)?.reduce(0) { $0 << 8 | UInt64($1) } }

  private mutating func popCounted() -> [UInt8]? {
    guard let count = popVariable(), count <= UInt64(self.count) else { return nil }
    return popBytes(Int(count))
  }

  private mutating func popBytes(_ count: Int) -> [UInt8]? {
    guard count <= self.count else { return nil }
    defer { removeFirst(count) }
    return Array(prefix(count))
  }
}
