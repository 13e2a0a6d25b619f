/// The content of a row in one word: rows of one table with equal versions hold the same, whatever has become of their place.
///
/// A digest of 64 bits, the same in every process. It tells edits apart; it is no protection against somebody who looks for two rows of one
/// version, who could as well write what he wants into either.
public struct RowVersion: Sendable, Hashable, CustomStringConvertible {
  /// The digest.
  package let digest: UInt64

  /// A version that was kept as a number.
  package init(digest: UInt64) { self.digest = digest }

  /// The version of a view model: its type, and what it encodes with names. O(size of its content).
  public init(_ viewModel: some ReusableViewModel) {
    if let record = viewModel as? Record {
      self.init(record)
      return
    }
    let type = String(describing: type(of: viewModel))
    self.init([.text(type)] + RowValues(viewModel).items.flatMap { [.text($0.name), .text($0.text)] })
  }

  /// The version of a row of a database whose values are whole: of what is stored of it. O(bytes of the values).
  package init(_ record: Record) {
    let columns = record.schema.columns
    self.init(columns.indices.lazy.filter { !columns[$0].isComputed }.map { record[$0] })
  }

  /// The version of a row with these values, in the order of its columns.
  package init(_ values: some Sequence<RecordValue>) {
    var digest = RowDigest()
    for value in values { digest.add(value) }
    self.digest = digest.value
  }

  /// A version as forms, JSON and headers hold it, as `description` writes it; `nil` for any other text.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count == 16, text.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }),
      let digest = UInt64(text, radix: 16)
    else { return nil }
    self.digest = digest
  }

  /// Sixteen digits, `0` to `9` and `a` to `f`.
  public var description: String {
    let digits = String(digest, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// Mixes word by word, each multiplied into 128 bits that are folded, so that every bit of a value reaches every bit of the digest.
private struct RowDigest {
  private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

  private mutating func mix(_ word: UInt64) {
    let product = (value ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    value = (product.high ^ product.low) &+ 0xA076_1D64_78BD_642F
  }

  private mutating func mix(_ kind: UInt64, _ bytes: some Collection<UInt8>) {
    mix(kind << 56 | UInt64(bytes.count))
    var word: UInt64 = 0, held = 0
    for byte in bytes {
      word = word << 8 | UInt64(byte)
      held += 1
      guard held == 8 else { continue }
      mix(word)
      (word, held) = (0, 0)
    }
    if held > 0 { mix(word) }
  }

  mutating func add(_ value: RecordValue) {
    switch value {
    case .null: mix(1)
    case .integer(let number):
      mix(2)
      mix(UInt64(bitPattern: number))
    case .real(let number):
      mix(3)
      mix(number.bitPattern)
    case .text(let text): mix(4, text.utf8)
    case .blob(let bytes): mix(5, bytes)
    }
  }
}
