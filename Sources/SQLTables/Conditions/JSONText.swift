/// Values as a JSON array (RFC 8259): many parameters in one.
package struct JSONText {
  package private(set) var bytes: [UInt8] = []

  /// Texts and finite numbers as they are; blobs, which JSON has no form for, as null.
  package init(array values: [SQLValue]) {
    bytes.append(UInt8(ascii: "["))
    for value in values {
      if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
      switch value {
      case .integer(let number): bytes += Array(String(number).utf8)
      case .real(let number): bytes += Array(number.description.utf8)
      case .text(let text): append(text)
      case .null, .blob: bytes += Array("null".utf8)
      }
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func append(_ text: [UInt8]) {
    let digits = Array("0123456789abcdef".utf8)
    bytes.append(UInt8(ascii: "\""))
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20:
        bytes += Array("\\u00".utf8)
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
