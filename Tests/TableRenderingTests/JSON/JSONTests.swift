import SeededNumbers
import Testing

@testable import TableRendering

@Test func jsonStringsReadBackAsTheSame() throws {
  var generator = SeededGenerator(seed: 11)
  for _ in 0..<3000 {
    let text = generator.text(upTo: 50)
    let json = written { $0.jsonString(text) }
    guard case .text(let read) = try NibValue(json: json) else {
      throw NibError(nib: "", line: 1, column: 1, message: json)
    }
    #expect(read.utf8.elementsEqual(text.utf8))
    #expect(!json.utf8.contains { $0 < 0x20 })
  }
}

@Test func brokenBytesInJSONBecomeReplacements() throws {
  var generator = SeededGenerator(seed: 12)
  for _ in 0..<3000 {
    let bytes = generator.bytes(upTo: 40)
    let json = written { sink in bytes.withUnsafeBufferPointer { sink.jsonString($0) } }
    #expect(try NibValue(json: json) == .text(String(decoding: bytes, as: UTF8.self)))
  }
}

@Test func jsonHasNoInfinity() {
  #expect(written { $0.json(Double.infinity) } == "null")
  #expect(written { $0.json(Double.nan) } == "null")
  #expect(written { $0.json(1.5) } == "1.5")
  #expect(written { $0.json(Int64.max) } == "9223372036854775807")
  #expect(written { $0.json(true) } == "true")
}
