/// The content of a row in one word: equal versions mean that nobody has changed it, whatever has become of its place.
///
/// Made from what the row encodes, with names; the same in every process. Not a cryptographic digest.
public struct RowVersion: Sendable, Hashable, CustomStringConvertible {
  /// The word.
  public let number: UInt64

  /// The version of a view model as it is. O(size of its content).
  public init(_ viewModel: some ReusableViewModel) {
    // FNV-1a over names and texts, each closed by a byte that no UTF-8 has.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ text: String) {
      for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      hash = (hash ^ 0xFF) &* 0x100_0000_01B3
    }
    add(String(describing: type(of: viewModel)))
    for item in RowValues(viewModel).items {
      add(item.name)
      add(item.text)
    }
    number = hash
  }

  /// A version as a form or a header wrote it: 16 hexadecimal digits.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count == 16, !text.hasPrefix("+"), let number = UInt64(text, radix: 16) else { return nil }
    self.number = number
  }

  /// 16 hexadecimal digits.
  public var description: String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
