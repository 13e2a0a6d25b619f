import Testing
import TextCoding

@Test func bytesAreReadFromDigitsOfEitherCase() {
  var digits: [UInt8] = []
  let bytes = (0...255).map { UInt8($0) }
  for byte in bytes { Hexadecimal.append(byte, to: &digits) }
  #expect(String(decoding: digits.prefix(6), as: UTF8.self) == "000102" && digits.last == UInt8(ascii: "F"))
  #expect(Hexadecimal.bytes(digits) == bytes)
  #expect(Hexadecimal.text([0, 255, 127], isLowercase: true) == "00ff7f")
  #expect(Hexadecimal.bytes(lowercase: "00ff7f") == [0, 255, 127] && Hexadecimal.bytes(lowercase: "00FF7F") == nil)
  #expect(Hexadecimal.bytes("fFa0".utf8) == [0xFF, 0xA0] && Hexadecimal.bytes("".utf8) == [])
}

@Test(arguments: ["0", "0g", "g0", "0 ", "0x00", "é0"])
func whatIsNoDigitsIsNoBytes(_ text: String) { #expect(Hexadecimal.bytes(text.utf8) == nil) }
