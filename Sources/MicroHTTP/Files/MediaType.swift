/// Types of content.
package enum MediaType {
  private static let byExtension: [String: String] = [
    "avif": "image/avif", "css": "text/css; charset=utf-8", "csv": "text/csv; charset=utf-8", "gif": "image/gif",
    "htm": "text/html; charset=utf-8", "html": "text/html; charset=utf-8", "ico": "image/x-icon",
    "jpeg": "image/jpeg", "jpg": "image/jpeg", "js": "text/javascript; charset=utf-8", "json": "application/json",
    "map": "application/json", "md": "text/markdown; charset=utf-8", "mjs": "text/javascript; charset=utf-8",
    "mp3": "audio/mpeg", "mp4": "video/mp4", "ndjson": "application/x-ndjson", "pdf": "application/pdf",
    "png": "image/png", "svg": "image/svg+xml", "txt": "text/plain; charset=utf-8", "wasm": "application/wasm",
    "webm": "video/webm", "webmanifest": "application/manifest+json", "webp": "image/webp", "woff": "font/woff",
    "woff2": "font/woff2", "xml": "application/xml", "zip": "application/zip",
  ]

  /// The type of a file by its name's extension; `application/octet-stream` if that says nothing.
  package static func ofFile(named name: String) -> String {
    guard let dot = name.lastIndex(of: ".") else { return "application/octet-stream" }
    return byExtension[name[name.index(after: dot)...].lowercased()] ?? "application/octet-stream"
  }

  /// Whether content of a type is text-like, so that compression pays.
  static func isCompressible(_ type: String) -> Bool {
    if type.hasPrefix("text/") || compressible.contains(type) { return true }
    // Bytes, since asking for characters takes longer than all else that is asked about a response.
    let essence = type.utf8.prefix { $0 != UInt8(ascii: ";") }
    return essence.reversed().starts(with: "+json".utf8.reversed())
      || essence.reversed().starts(with: "+xml".utf8.reversed()) || compressible.contains(String(Substring(essence)))
  }

  private static let compressible: Set<String> = [
    "application/json", "application/javascript", "application/xml", "application/x-ndjson", "application/wasm",
    "image/x-icon",
  ]
}

extension MediaType {
  /// The media type of a picture that browsers show, told by its first bytes (the WHATWG's MIME Sniffing Standard, section 6.1); `nil` for anything
  /// else. SVG is not among them: it can hold scripts.
  package static func ofPicture(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) { return "image/gif" }
    if bytes.count >= 12, bytes.starts(with: "RIFF".utf8), bytes[8..<12].elementsEqual("WEBP".utf8) {
      return "image/webp"
    }
    return nil
  }
}
