extension RecordValue {
  /// How two values stand to each other in the order of SQLite: nulls, numbers, texts, blobs
  /// (https://sqlite.org/datatype3.html#comparison_expressions). Texts and blobs are compared byte by byte.
  /// - Returns: less than 0 if this one comes first, 0 if they are equal.
  package func compare(_ other: RecordValue) -> Int {
    switch (self, other) {
    case (.integer(let one), .integer(let two)): one < two ? -1 : one == two ? 0 : 1
    case (.real(let one), .real(let two)): one < two ? -1 : one == two ? 0 : 1
    case (.integer(let one), .real(let two)): Self.compare(one, two)
    case (.real(let one), .integer(let two)): -Self.compare(two, one)
    case (.text(let one), .text(let two)): Self.compare(one, two)
    case (.blob(let one), .blob(let two)):
      one == two ? 0 : one.lexicographicallyPrecedes(two) ? -1 : 1
    default: rank - other.rank
    }
  }

  private var rank: Int {
    switch self {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .blob: 3
    }
  }

  private static func compare(_ one: String, _ two: String) -> Int {
    // Swift compares strings by their canonical forms; databases compare their bytes.
    if one.utf8.elementsEqual(two.utf8) { return 0 }
    return one.utf8.lexicographicallyPrecedes(two.utf8) ? -1 : 1
  }

  /// Exactly: a real has fewer digits than an integer of 64 bits, so neither may be turned into the other.
  private static func compare(_ integer: Int64, _ real: Double) -> Int {
    if real >= 0x1p63 { return -1 }
    if real < -0x1p63 { return 1 }
    let whole = Int64(real.rounded(.towardZero))
    if integer != whole { return integer < whole ? -1 : 1 }
    let fraction = real - real.rounded(.towardZero)
    return fraction > 0 ? -1 : fraction < 0 ? 1 : 0
  }
}
