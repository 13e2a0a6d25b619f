/// What the values of a column are sorted by: a number for each that says where it belongs, so that few values have to be compared.
///
/// Numbers and nulls are told whole. Of a text there are seven bytes behind those that all texts of the column begin with.
struct SortKeys {
  /// Where a value belongs.
  struct Key {
    /// 0 for null, 1 for others: null comes first.
    fileprivate let rank: UInt8
    fileprivate let number: UInt64
    /// Whether equal keys are equal values.
    fileprivate let isWhole: Bool

    /// Less than 0 if this one comes first; 0 if they are equal; `nil` if that isn't told.
    func compare(_ other: Key) -> Int? {
      if rank != other.rank { return rank < other.rank ? -1 : 1 }
      if number != other.number { return number < other.number ? -1 : 1 }
      return isWhole && other.isWhole ? 0 : nil
    }
  }

  private enum Kind { case null, integer, real, text }

  private let keys: [Key]

  /// The keys of values that are all numbers of one kind, or all texts, but for nulls; `nil` for others, which have to be compared.
  init?(_ values: [RecordValue], _ steps: inout WorkSteps) throws {
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
    keys = values.map { value in
      switch value {
      case .integer(let number): Key(rank: 1, number: UInt64(bitPattern: number) ^ 1 << 63, isWhole: true)
      case .real(let number): Key(rank: 1, number: Self.ordered(number), isWhole: true)
      case .text(let text): Self.key(of: text, from: shared)
      case .null, .blob: Key(rank: 0, number: 0, isWhole: true)
      }
    }
  }

  subscript(_ place: Int) -> Key { keys[place] }

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
  private static func key(of text: String, from start: Int) -> Key {
    var (number, count) = (UInt64(0), 0)
    for byte in text.utf8.dropFirst(start).prefix(8) {
      if count < 7 { number |= UInt64(byte) << UInt64(56 - 8 * count) }
      count += 1
    }
    return Key(rank: 1, number: number | UInt64(count), isWhole: count < 8)
  }
}
