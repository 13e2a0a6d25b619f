internal import TableModel
internal import TextCoding

extension ByteSink {
  /// A name or key as it stands in paths; nothing in it needs escaping.
  package mutating func tildeEncoded(_ text: String) { text.lendUTF8 { tildeEncoded($0) } }

  /// The same for bytes; the pointer is used within the call alone. A byte takes three at most, for which room is made once.
  @inline(__always) mutating func tildeEncoded(_ bytes: UnsafeBufferPointer<UInt8>) {
    encoded(bytes, escape: UInt8(ascii: "~"))
  }

  /// A name or value as it stands in queries; nothing in it needs escaping
  /// (the URL standard, section "application/x-www-form-urlencoded serializing").
  mutating func queryEncoded(_ text: String) { text.lendUTF8 { queryEncoded($0) } }

  /// The same for bytes; the pointer is used within the call alone.
  mutating func queryEncoded(_ bytes: UnsafeBufferPointer<UInt8>) { encoded(bytes, escape: UInt8(ascii: "%")) }

  @inline(__always) private mutating func encoded(_ bytes: UnsafeBufferPointer<UInt8>, escape: UInt8) {
    reserve(bytes.count &* 3)
    for byte in bytes {
      if TildeEncoding.isPlain(byte) {
        base[count] = byte
        count &+= 1
      } else if byte == 0x20 {
        base[count] = UInt8(ascii: "+")
        count &+= 1
      } else {
        base[count] = escape
        base[count &+ 1] = Hexadecimal.digit(byte >> 4)
        base[count &+ 2] = Hexadecimal.digit(byte & 15)
        count &+= 3
      }
    }
  }
}
