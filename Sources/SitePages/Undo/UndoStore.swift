import Secrets
import TextCoding

/// What would take back the last changes, under names that can't be guessed: of this server, and of those beside it.
package final class UndoStore: Sendable {
  private let undos = TokenStore<Undo>(limit: 512, byteLimit: 16 << 20) { $0.byteCount }
  private let shared: (any SharedStore)?
  private static let prefix = "undo/"
  /// How long the other servers can undo a change, in seconds.
  private static let seconds = 86_400

  /// - Parameter shared: what the servers of the site know together; `nil` for one that is alone.
  init(shared: (any SharedStore)?) { self.shared = shared }

  /// Keeps what takes a change back. - Returns: the name that brings it back.
  func keep(_ undo: Undo) async -> String {
    let name = undos.keep(undo)
    // A change is made whether or not another server could undo it.
    if let shared, let bytes = UndoCoding.bytes(undo) {
      try? await shared.keep(Base64.text(bytes), as: Self.prefix + name, seconds: Self.seconds)
    }
    return name
  }

  /// What a name stands for; `nil` for what is forgotten.
  func undo(_ name: String) async -> Undo? {
    if let known = undos[name] { return known }
    // Names of our own have nothing else in them.
    guard let shared, (1...40).contains(name.utf8.count), name.utf8.allSatisfy(Self.isNamePart),
      let text = try? await shared.text(Self.prefix + name)
    else { return nil }
    return Base64.bytes(text).flatMap(UndoCoding.undo)
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// Forgets a name whose changes were taken back.
  package func forget(_ name: String) async {
    undos.take(name)
    try? await shared?.forget(Self.prefix + name)
  }
}
