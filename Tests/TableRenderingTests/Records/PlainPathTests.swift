import TableModel
import TableRendering
import Testing

// The quick paths look at eight bytes at a time: each sign at each place of a word, and each length, must come out as said here.

private func escaped(_ text: some StringProtocol) -> String {
  text.reduce(into: "") { result, character in
    switch character {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    default: result.append(character)
    }
  }
}

private func percentEncoded(_ text: String) -> String {
  text.unicodeScalars.reduce(into: "") { result, scalar in
    if "\"<>\\^`{|}".unicodeScalars.contains(scalar) {
      result += "%" + String(scalar.value, radix: 16, uppercase: true)
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
}

@Test(arguments: 12...34)
func everySignAtEveryPlaceOfAnAddressIsWrittenAsItMust(length: Int) {
  for byte in UInt8(1)...0x7F {
    for place in 9..<length {
      var bytes = Array("https://host/".utf8.prefix(length)) + [UInt8](repeating: 0x78, count: max(0, length - 13))
      bytes[place] = byte
      let address = String(decoding: bytes, as: UTF8.self)
      let html = RecordSamples.html(.link, .text(address))
      if byte <= 0x20 || byte == 0x7F {
        #expect(!html.contains("<a"), "byte \(byte) at \(place)")
      } else {
        let shown = escaped(address.dropFirst(8))
        #expect(html == "<a href=\"\(escaped(percentEncoded(address)))\">\(shown)</a>", "byte \(byte) at \(place)")
      }
    }
  }
}

@Test(arguments: 1...34)
func everySignAtEveryPlaceOfALineIsEscaped(length: Int) {
  for byte in UInt8(0x20)...0x7E {
    for place in 0..<length {
      var bytes = [UInt8](repeating: 0x78, count: length)
      bytes[place] = byte
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(RecordSamples.html(.text, .text(text)) == escaped(text))
    }
  }
  for place in 0..<length {
    let text = String(repeating: "<", count: place) + "é" + String(repeating: "x", count: length - place)
    #expect(RecordSamples.html(.text, .text(text)) == "<bdi>\(escaped(text))</bdi>")
  }
}

@Test func amountsAreTheSameOnTheQuickPathAndBesideIt() {
  for whole in [
    0, 7, 10, 99, 100, 999, 1000, 1001, 9_999, 10_000, 99_999, 100_000, 999_998, 999_999, 1_000_000, 12_345_678,
  ] {
    for cents in [0, 1, 9, 10, 50, 99] {
      let fraction = (cents < 10 ? "0" : "") + String(cents)
      let grouped = RecordSamples.html(.number(fractionDigits: nil), .integer(Int64(whole)))
      let value = Double(whole * 100 + cents) / 100
      #expect(RecordSamples.html(.number(fractionDigits: 2), .real(value)) == "\(grouped).\(fraction)")
      let sign = value == 0 ? "" : "-"
      #expect(RecordSamples.html(.number(fractionDigits: 2), .real(-value)) == "\(sign)\(grouped).\(fraction)")
    }
  }
}
