internal import Crypto

/// The secret of an installation that page tokens are signed with: who lacks it can't make a token that a provider takes.
package struct PageSigningKey: Sendable {
  let key: SymmetricKey

  /// A new random key. Tokens signed with it are good for as long as the process runs.
  package init() { key = SymmetricKey(size: .bits256) }

  /// A key that an installation keeps, so that tokens outlive a restart and hold on every machine behind one address.
  package init(bytes: some Sequence<UInt8>) { key = SymmetricKey(data: Array(bytes)) }
}
