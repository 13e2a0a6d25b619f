internal import Crypto

/// The secret of an installation that page tokens are signed with: who lacks it can't make a token that a provider takes.
package struct PageSigningKey: Sendable {
  /// Makes the keys of which each is good for the tokens of one table, sort and filters.
  let signer: TokenSigner

  /// A new random key. Tokens signed with it are good for as long as the process runs.
  package init() { self.init(bytes: SymmetricKey(size: .bits256).withUnsafeBytes(Array.init)) }

  /// A key that an installation keeps, so that tokens outlive a restart and hold on every machine behind one address.
  package init(bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    // Longer keys are hashed first (RFC 2104 section 3).
    signer = TokenSigner(key: bytes.count > TokenSigner.blockSize ? Array(SHA256.hash(data: bytes)) : bytes)
  }
}
