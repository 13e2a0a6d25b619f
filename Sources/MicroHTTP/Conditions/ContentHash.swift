/// A hash of bytes that tells one content from another: 32 bytes in the time of two multiplications, for what is hashed each time that it is sent.
///
/// Each step folds the product of two words, one of the bytes and one of all before, as wyhash does (https://github.com/wangyi-fudan/wyhash).
/// No cryptographic digest, but without the key there is no way known to make two contents that have the same hash.
package struct ContentHash: Sendable {
  /// What hashes depend on besides the bytes.
  package typealias Key = SIMD4<UInt64>

  /// For what nobody has a reason to forge: the first digits of π.
  package static let publicKey = Key(
    0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344, 0xA409_3822_299F_31D0, 0x082E_FA98_EC4E_6C89)

  private let key: Key
  private var state: (UInt64, UInt64)

  package init(key: Key = publicKey) {
    self.key = key
    state = (key[2], key[3])
  }

  /// Takes in further bytes; in other pieces, the same bytes have another hash.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    let (first, second) = (key[0], key[1])
    var (one, other) = state
    var place = 0
    while bytes.count - place >= 32 {
      one = Self.folded(bytes.word(at: place) ^ first, bytes.word(at: place + 8) ^ one)
      other = Self.folded(bytes.word(at: place + 16) ^ second, bytes.word(at: place + 24) ^ other)
      place += 32
    }
    // The rest, and how many bytes there were: else zeros at the end would be nothing.
    var rest = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
    withUnsafeMutableBytes(of: &rest) { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[place...])) }
    one = Self.folded(rest.0 ^ first, rest.1 ^ one)
    other = Self.folded(rest.2 ^ second ^ UInt64(bytes.count), rest.3 ^ other)
    state = (one, other)
  }

  /// The hash of what was taken in.
  package var value: UInt64 { Self.folded(state.0 ^ key[3], state.1 ^ key[2]) }

  private static func folded(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let product = one.multipliedFullWidth(by: other)
    return product.high ^ product.low
  }
}

extension UnsafeRawBufferPointer {
  /// Eight bytes as one word, the same on every machine.
  fileprivate func word(at place: Int) -> UInt64 {
    UInt64(littleEndian: loadUnaligned(fromByteOffset: place, as: UInt64.self))
  }
}

extension Body {
  /// The hash of what is in memory, but for a part that is no matter; `nil` for files and streams. O(n).
  package func contentHash(without ignored: Range<Int>, under key: ContentHash.Key) -> UInt64? {
    storage.withMemory { bytes in
      let ignored = ignored.clamped(to: 0..<bytes.count)
      var hash = ContentHash(key: key)
      hash.add(UnsafeRawBufferPointer(rebasing: bytes[..<ignored.lowerBound]))
      hash.add(UnsafeRawBufferPointer(rebasing: bytes[ignored.upperBound...]))
      return hash.value
    }
  }
}

extension Body.Storage {
  /// Calls `body` with the bytes that are in memory, valid until it returns; `nil` for files and streams.
  fileprivate func withMemory<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
    switch self {
    case .empty: body(UnsafeRawBufferPointer(start: nil, count: 0))
    case .text(var text): text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    case .bytes(let bytes): bytes.withUnsafeBytes(body)
    // The block lives as long as the buffer, which is held here.
    case .adopted(let buffer): body(UnsafeRawBufferPointer(start: buffer.bytes, count: buffer.count))
    case .prepared(let prepared): prepared.source.body.storage.withMemory(body)
    case .file, .stream: nil
    }
  }
}
