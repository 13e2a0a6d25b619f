internal import Hashing
internal import TextCoding

/// A secret that a program shows to say who it is: 256 random bits, so that a plain hash of it is enough to keep.
package struct SecretToken: Sendable {
  /// What the program shows. Scanners for secrets know it by how it begins.
  package let text: String

  /// A new token.
  package init() { text = "tablepages_" + Hexadecimal.text(RandomBytes.make(32), isLowercase: true) }

  /// What is kept of it.
  package var hash: TokenHash { TokenHash(of: text) }
}

/// What is kept of a token: its SHA-256. Written as `sha256:` and 64 digits.
package struct TokenHash: Sendable, Hashable, CustomStringConvertible {
  private let bytes: [UInt8]

  /// The hash of a token.
  package init(of token: String) { bytes = SHA256.digest(of: Array(token.utf8)).bytes }

  /// Reads a hash; `nil` if it isn't one.
  package init?(_ text: String) {
    guard text.hasPrefix("sha256:"), let bytes = Hexadecimal.bytes(lowercase: String(text.dropFirst(7))),
      bytes.count == 32
    else {
      return nil
    }
    self.bytes = bytes
  }

  /// The line to keep.
  package var description: String { "sha256:" + Hexadecimal.text(bytes, isLowercase: true) }

  /// Whether two are the same, in a time that tells nothing of where they differ.
  package static func == (left: TokenHash, right: TokenHash) -> Bool { ConstantTime.areEqual(left.bytes, right.bytes) }
}
