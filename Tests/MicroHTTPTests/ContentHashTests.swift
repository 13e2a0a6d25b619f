import SeededNumbers
import Testing

@testable import MicroHTTP

@Suite struct ContentHashTests {
  private func hash(_ bytes: [UInt8], key: ContentHash.Key = ContentHash.publicKey) -> UInt64 {
    var hash = ContentHash(key: key)
    bytes.withUnsafeBytes { hash.add($0) }
    return hash.value
  }

  @Test func everyBitOfAContentCountsAndEveryByteOfItsLength() {
    var numbers = SeededGenerator(seed: 1)
    for count in [0, 1, 7, 8, 31, 32, 33, 64, 100] {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }
      var hashes = [hash(bytes), hash(bytes + [0]), hash(bytes + [UInt8](repeating: 0, count: 32))]
      for bit in 0..<count * 8 {
        var changed = bytes
        changed[bit / 8] ^= 1 << UInt8(bit % 8)
        hashes.append(hash(changed))
      }
      #expect(Set(hashes).count == hashes.count)
      #expect(hash(bytes) == hashes[0])
    }
  }

  /// Two words that differ in the same bits cancel each other out where each is only added to what came before.
  @Test func differencesDoNotCancelEachOtherOut() {
    let words = [UInt64](repeating: 0, count: 16)
    var hashes: Set<UInt64> = []
    var count = 0
    for first in words.indices {
      for second in words.indices where second > first {
        for (one, other) in [(1 << 63, 1 << 63), (1 << 63, 1 << 31), (1, 1), (1 << 32, 1)] as [(UInt64, UInt64)] {
          var changed = words
          changed[first] ^= one
          changed[second] ^= other
          hashes.insert(hash(changed.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }))
          count += 1
        }
      }
    }
    #expect(hashes.count == count)
  }

  @Test func whoKnowsNotTheKeyKnowsNotTheHash() {
    let bytes = Array("a page".utf8)
    let keys = (0..<4).map { place in
      var key = ContentHash.publicKey
      key[place] ^= 1
      return key
    }
    #expect(Set(keys.map { hash(bytes, key: $0) } + [hash(bytes)]).count == 5)
  }

  @Test func bodiesHaveTheHashOfTheirBytesButForAPart() {
    let key = ContentHash.publicKey
    func hash(_ body: Body, _ ignored: Range<Int> = 0..<0) -> UInt64? { body.contentHash(without: ignored, under: key) }
    let page = Body.text("50 rows in 3 ms"), later = Body.text("50 rows in 12 ms")
    #expect(hash(page) == hash(.bytes(Array("50 rows in 3 ms".utf8))))
    #expect(hash(page) == hash(Response(body: page).prepared().source.body))
    #expect(hash(page) != hash(later))
    #expect(hash(page, 11..<15) == hash(later, 11..<16))
    #expect(hash(page, 3..<7) != hash(later, 3..<7))
    // What isn't there can't be left out.
    #expect(hash(page, 11..<400) == hash(later, 11..<400))
    #expect(hash(.empty, 5..<7) != nil)
    #expect(hash(.stream(contentType: "text/plain") { _ in }) == nil)
  }
}
