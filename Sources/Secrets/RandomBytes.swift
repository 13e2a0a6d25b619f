/// Bytes that nobody can foretell: the system's generator, which is made for secrets (getrandom(2)).
package enum RandomBytes {
  /// So many new bytes.
  package static func make(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }
}
