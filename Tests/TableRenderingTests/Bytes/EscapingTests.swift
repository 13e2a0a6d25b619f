import SeededNumbers
import Testing

@testable import TableRendering

@Test func fiveCharactersAreEscapedWhereverTheyStand() {
  for position in 0..<20 {
    let before = String(repeating: "x", count: position)
    #expect(written { $0.text(before + "<&>\"'" + before) } == before + "&lt;&amp;&gt;&quot;&#39;" + before)
  }
}

/// What a browser may show of a text: forbidden scalars replaced, everything else the same.
private func allowed(_ text: String) -> String {
  var result = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    let isControl =
      scalar.value < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D].contains(scalar.value) || (0x7F...0x9F).contains(scalar.value)
    let isForbidden = isControl || scalar.properties.isNoncharacterCodePoint
    result.append(isForbidden ? "\u{FFFD}" : scalar)
  }
  return String(result)
}

@Test func escapedTextReadsBackAsTheSame() {
  var generator = SeededGenerator(seed: 1)
  for _ in 0..<1000 {
    let text = generator.text(upTo: 60)
    let html = written { $0.text(text) }
    #expect(Array(unescaped(html).unicodeScalars) == Array(allowed(text).unicodeScalars))
    #expect(!html.utf8.contains { [0x3C, 0x3E, 0x22, 0x27, 0x00].contains($0) })
  }
}

@Test func everyScalarIsKeptOrReplaced() {
  for value in UInt32(0)...0x10FFFF {
    guard value < 0x3000 || value % 251 == 0 || value & 0xFFFF > 0xFFF0 || (0xD700...0xFFFF).contains(value),
      let scalar = Unicode.Scalar(value)
    else { continue }
    let text = String(Character(scalar))
    let html = written { $0.text(text) }
    if Array(unescaped(html).unicodeScalars) != Array(allowed(text).unicodeScalars) {
      Issue.record("U+\(String(value, radix: 16))")
    }
  }
}

@Test func brokenBytesBecomeReplacementsAsSwiftReadsThem() {
  var generator = SeededGenerator(seed: 2)
  for _ in 0..<1500 {
    let bytes = generator.bytes(upTo: 40)
    let html = written { sink in bytes.withUnsafeBufferPointer { sink.text($0) } }
    let expected = allowed(String(decoding: bytes, as: UTF8.self))
    #expect(Array(unescaped(html).unicodeScalars) == Array(expected.unicodeScalars))
  }
}
