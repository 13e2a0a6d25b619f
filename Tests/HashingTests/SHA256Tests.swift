import Hashing
import SeededNumbers
import Testing

@Suite struct SHA256Tests {
  /// The examples of FIPS 180-2, appendix B, and nothing at all.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
  ])
  func digestsAreThoseOfTheStandard(message: String, expected: String) {
    let digest = SHA256.digest(of: Array(message.utf8))
    #expect(digest.text == expected)
    #expect(digest.bytes.count == 32 && digest.bytes.first == UInt8(expected.prefix(2), radix: 16))
  }

  @Test func itDoesNotMatterInWhichPiecesBytesCome() {
    var numbers = SeededGenerator(seed: 1)
    for _ in 0..<200 {
      let bytes = (0..<Int.random(in: 0...300, using: &numbers)).map { _ in UInt8.random(in: 0...255, using: &numbers) }
      var hash = SHA256()
      var place = 0
      while place < bytes.count {
        let end = Int.random(in: place...bytes.count, using: &numbers)
        hash.update(bytes.span.extracting(place..<end))
        // A digest in between, and what is done with a copy, leave the hash as it was.
        var copy = hash
        copy.update(hash.digest)
        place = end
      }
      #expect(hash.digest == SHA256.digest(of: bytes))
    }
  }
}
