internal import Hashing
internal import Secrets

/// The secret of an installation that page tokens are signed with: who lacks it can't make a token that a provider takes.
package struct PageSigningKey: Sendable {
  /// Makes the keys of which each is good for the tokens of one table, sort and filters.
  let signer: HMAC

  /// A new random key. Tokens signed with it are good for as long as the process runs.
  package init() { self.init(bytes: RandomBytes.make(32)) }

  /// A key that an installation keeps, so that tokens outlive a restart and hold on every machine behind one address.
  package init(bytes: some Sequence<UInt8>) { signer = HMAC(key: Array(bytes)) }
}
