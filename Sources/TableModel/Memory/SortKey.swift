/// Where a value of a column belongs, as a number, so that few values have to be compared themselves.
///
/// Numbers and nulls are told whole. Of a text there are seven bytes behind those that all texts of the column begin with.
struct SortKey {
  private let number: UInt64
  /// 0 for null, 1 for others: null comes first.
  private let rank: UInt8
  /// Whether equal keys are equal values.
  private let isWhole: Bool

  /// Says nothing.
  static let unknown = SortKey(number: 0, rank: 0, isWhole: false)

  private enum Kind { case null, integer, real, text }

  /// The keys of values that are all numbers of one kind, or all texts, but for nulls; `nil` for others.
  static func keys(of values: [RecordValue], _ steps: inout WorkSteps) throws -> [SortKey]? {
    var kind = Kind.null
    // How many bytes of the first text all others begin with.
    var (first, shared) = ([UInt8](), 0)
    for value in values {
      try steps.take()
      switch (value, kind) {
      case (.null, _): continue
      case (.integer, .null), (.integer, .integer): kind = .integer
      case (.real, .null), (.real, .real): kind = .real
      case (.text(let text), .null):
        kind = .text
        first = Array(text.utf8)
        shared = first.count
      case (.text(let text), .text): shared = Self.shared(first.prefix(shared), text)
      default: return nil
      }
    }
    return values.map { value in
      switch value {
      case .integer(let number): SortKey(number: UInt64(bitPattern: number) ^ 1 << 63, rank: 1, isWhole: true)
      case .real(let number): SortKey(number: ordered(number), rank: 1, isWhole: true)
      case .text(let text): key(of: text, from: shared)
      case .null, .blob: SortKey(number: 0, rank: 0, isWhole: true)
      }
    }
  }

  /// Less than 0 if this one comes first; 0 if they are equal; `nil` if that isn't told.
  func compare(_ other: SortKey) -> Int? {
    if rank != other.rank { return rank < other.rank ? -1 : 1 }
    if number != other.number { return number < other.number ? -1 : 1 }
    return isWhole && other.isWhole ? 0 : nil
  }

  /// How many bytes a text begins with as another does.
  private static func shared(_ first: ArraySlice<UInt8>, _ text: String) -> Int {
    var count = 0
    for (one, other) in zip(first, text.utf8) {
      guard one == other else { break }
      count += 1
    }
    return count
  }

  /// Grows with the number; both zeros are one.
  private static func ordered(_ number: Double) -> UInt64 {
    let bits = (number == 0 ? 0 : number).bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }

  /// Seven bytes, and how many there are: a text that ends there comes before one with more.
  private static func key(of text: String, from start: Int) -> SortKey {
    var (number, count) = (UInt64(0), 0)
    for byte in text.utf8.dropFirst(start).prefix(8) {
      if count < 7 { number |= UInt64(byte) << UInt64(56 - 8 * count) }
      count += 1
    }
    return SortKey(number: number | UInt64(count), rank: 1, isWhole: count < 8)
  }
}
