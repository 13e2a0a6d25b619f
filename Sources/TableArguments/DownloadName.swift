import TextCoding

/// What a browser calls a file that it saves.
package struct DownloadName {
  private let name: String

  /// Any text; what a file's name can't hold is left out of it.
  package init(_ name: String) { self.name = name }

  /// The value of `Content-Disposition` (RFC 6266): the name in ASCII, and as it is where that differs (RFC 8187 section 3.2).
  package var disposition: String {
    let plain = String(name.prefix(100).map { Self.isPlain($0) ? $0 : "_" })
    guard plain != name else { return "attachment; filename=\"\(plain)\"" }
    return "attachment; filename=\"\(plain)\"; filename*=UTF-8''"
      + PercentEncoding.encode(name) { byte in
        byte != UInt8(ascii: " ") && Self.isPlain(Character(Unicode.Scalar(byte)))
      }
  }

  private static func isPlain(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "-_. ".contains(character))
  }
}
