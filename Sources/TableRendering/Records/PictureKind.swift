/// The kinds of pictures that browsers show and that can't run scripts, told by their first bytes
/// (MIME Sniffing Standard, section 6.1).
package enum PictureKind: Sendable, CaseIterable {
  case png, jpeg, gif, webp, avif, bmp

  /// The kind of a picture; `nil` for other bytes. Twelve bytes are enough.
  package init?(_ bytes: some RandomAccessCollection<UInt8>) {
    func has(_ text: StaticString, at offset: Int = 0) -> Bool {
      text.withUTF8Buffer { bytes.dropFirst(offset).starts(with: $0) }
    }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if has("GIF87a") || has("GIF89a") {
      self = .gif
    } else if has("RIFF"), has("WEBPVP", at: 8) {
      self = .webp
    } else if has("ftypavif", at: 4) || has("ftypavis", at: 4) {
      self = .avif
    } else if has("BM"), bytes.dropFirst(6).starts(with: [0, 0, 0, 0]) {
      self = .bmp
    } else {
      return nil
    }
  }

  /// The media type, for the response that carries the picture.
  package var mediaType: String {
    switch self {
    case .png: "image/png"
    case .jpeg: "image/jpeg"
    case .gif: "image/gif"
    case .webp: "image/webp"
    case .avif: "image/avif"
    case .bmp: "image/bmp"
    }
  }
}
