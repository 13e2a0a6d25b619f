internal import TextCoding

extension ByteSink {
  /// Bytes in base64; the pointer is used within the call alone.
  mutating func base64(_ bytes: UnsafeBufferPointer<UInt8>) {
    reserve((bytes.count + 2) / 3 * 4)
    Base64.encode(bytes) { append(byte: $0) }
  }
}
