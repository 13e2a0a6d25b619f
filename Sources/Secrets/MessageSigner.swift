internal import Hashing
internal import TextCoding

/// Signs messages that come back by way of somebody else: HMAC-SHA256 (RFC 2104).
package struct MessageSigner: Sendable {
  /// What has absorbed the key, and goes on with each message.
  private let keyed: HMAC

  /// Signs with an installation's secret, or with a new random one where there is none.
  /// - Parameter purpose: what the messages are for: what is signed for one purpose is no good for another.
  package init(secret: String?, purpose: String) {
    keyed = HMAC(secret: secret.map { Array($0.utf8) } ?? RandomBytes.make(32), purpose: purpose)
  }

  /// The 32 bytes that go with a message.
  package func signature(of message: [UInt8]) -> [UInt8] { keyed.code(of: message.span).bytes }

  /// Whether a signature goes with a message.
  package func isSignature(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    ConstantTime.areEqual(signature, self.signature(of: message))
  }

  /// Bytes of a signature.
  private static let size = 32

  /// A message with its signature as one text, for a cookie or a header.
  package func signedText(_ message: [UInt8]) -> String { Base64.text(message + signature(of: message), .url) }

  /// The message of such a text; `nil` for what was signed by nobody with this secret, or for another purpose.
  package func message(ofSignedText text: String) -> [UInt8]? {
    guard let bytes = Base64.bytes(text, .url), bytes.count >= Self.size else { return nil }
    let message = Array(bytes.dropLast(Self.size))
    return isSignature(Array(bytes.suffix(Self.size)), of: message) ? message : nil
  }
}
