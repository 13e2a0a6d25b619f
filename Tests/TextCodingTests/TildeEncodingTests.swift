import SeededNumbers
import Testing
import TextCoding

@Test(arguments: [
  ("table/with/slashes.csv", "table~2Fwith~2Fslashes~2Ecsv"), ("a b", "a+b"), ("a+b", "a~2Bb"), ("~", "~7E"),
  ("é", "~C3~A9"),
  ("A-Z_09", "A-Z_09"), ("", ""), ("100%", "100~25"),
])
func textsAreTildeEncoded(_ text: String, _ encoded: String) throws {
  #expect(TildeEncoding.encode(text) == encoded)
  #expect(try TildeEncoding.decode(encoded) == text)
}

@Test func tildeEncodingReadsBackAnyText() throws {
  var generator = SeededGenerator(seed: 7)
  for _ in 0..<1000 {
    let bytes = (0..<Int.random(in: 0...30, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let encoded = TildeEncoding.encode(text)
    #expect(encoded.utf8.allSatisfy { TildeEncoding.isPlain($0) || $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "+") })
    #expect(try TildeEncoding.decode(encoded).utf8.elementsEqual(text.utf8))
  }
}

@Test func brokenTildeEncodingIsRefused() {
  #expect(throws: TildeEncodingError.missingDigits) { try TildeEncoding.decode("a~") }
  #expect(throws: TildeEncodingError.missingDigits) { try TildeEncoding.decode("a~2") }
  #expect(throws: TildeEncodingError.missingDigits) { try TildeEncoding.decode("~ZZ") }
  #expect(throws: TildeEncodingError.invalidText) { try TildeEncoding.decode("~FF") }
  #expect((try? TildeEncoding.decode("~2f")) == "/")
}

@Test func bytesAreReadWhateverTheyAre() throws {
  let bytes = (0...255).map { UInt8($0) }
  var encoded: [UInt8] = []
  TildeEncoding.append(bytes, to: &encoded)
  #expect(try TildeEncoding.bytes(encoded) == bytes)
}
