package import Secrets
import TextCoding

/// What would take back the last changes, under names that can't be guessed: of this server, and of those beside it.
package final class UndoStore: Sendable {
  private let undos = TokenStore<Undo>(limit: 512, byteLimit: 16 << 20) { $0.byteCount }
  private let shared: (any SharedStore)?
  private static let prefix = "undo/"
  /// Under names that begin so stands which changes are whose, and when they were made.
  private static let listPrefix = "changes/"
  /// Changes of other servers that are listed at most.
  private static let listLimit = 100
  /// How long the other servers can undo a change, in seconds.
  private static let seconds = 86_400

  /// - Parameter shared: what the servers of the site know together; `nil` for one that is alone.
  package init(shared: (any SharedStore)?) { self.shared = shared }

  /// Keeps what takes a change back. - Returns: the name that brings it back.
  package func keep(_ undo: Undo) async -> String {
    let name = undos.keep(undo)
    // A change is made whether or not another server could undo it.
    if let shared, let bytes = UndoCoding.bytes(undo) {
      try? await shared.keep(Base64.text(bytes), as: Self.prefix + name, seconds: Self.seconds)
      if let entry = Self.entry(of: undo) { try? await shared.keep("", as: entry + name, seconds: Self.seconds) }
    }
    return name
  }

  /// What a name stands for; `nil` for what is forgotten.
  package func undo(_ name: String) async -> Undo? {
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

  /// What a visitor can take back, on this server and on those beside it; the newest first.
  package func all(of visitor: String) async -> [(name: String, value: Undo)] {
    let own = undos.all { $0.visitor == visitor }
    guard let shared, let listed = try? await shared.names(from: Self.list(of: visitor)) else { return own }
    var found = Dictionary(own.map { ($0.name, $0.value) }) { first, _ in first }
    // Their names begin with their times.
    for entry in listed.sorted(by: >).prefix(Self.listLimit) {
      let name = String(entry[(entry.lastIndex(of: "/").map(entry.index(after:)) ?? entry.startIndex)...])
      if found[name] == nil, let undo = await undo(name), undo.visitor == visitor { found[name] = undo }
    }
    return found.map { ($0.key, $0.value) }.sorted { $0.value.madeAt > $1.value.madeAt }
  }

  /// Whether a visitor may have more than one change to take back: what other servers have is not looked up for that.
  package func mayHaveSeveral(of visitor: String) -> Bool {
    shared != nil || undos.all { $0.visitor == visitor }.count > 1
  }

  /// Forgets a name whose changes were taken back.
  package func forget(_ name: String, of undo: Undo) async {
    undos.take(name)
    try? await shared?.forget(Self.prefix + name)
    if let entry = Self.entry(of: undo) { try? await shared?.forget(entry + name) }
  }

  private static func list(of visitor: String) -> String {
    listPrefix + Hexadecimal.text(Array(visitor.utf8), isLowercase: true) + "/"
  }

  /// What stands before the name of a change in the list of its visitor; `nil` for one that is nobody's.
  private static func entry(of undo: Undo) -> String? {
    guard let visitor = undo.visitor else { return nil }
    let time = String(undo.madeAt)
    return list(of: visitor) + String(repeating: "0", count: max(0, 12 - time.count)) + time + "/"
  }
}
