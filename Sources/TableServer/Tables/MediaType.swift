/// Tells pictures by their first bytes (the WHATWG's MIME Sniffing Standard, section 6.1).
enum MediaType {
  /// The media type of a picture that browsers show; `nil` for anything else. SVG is not among them: it can hold scripts.
  static func ofPicture(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) { return "image/gif" }
    if bytes.count >= 12, bytes.starts(with: "RIFF".utf8), bytes[8..<12].elementsEqual("WEBP".utf8) {
      return "image/webp"
    }
    return nil
  }
}
