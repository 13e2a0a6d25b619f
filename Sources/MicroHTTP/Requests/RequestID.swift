internal import Synchronization

/// What a request is called, so that what its client saw, the log of this server and those of others can be put together.
struct RequestID: Sendable {
  let text: String

  private init(text: String) { self.text = text }

  /// The next number of this server. The first one is found by chance, so that servers side by side seldom have the same.
  static func next() -> RequestID {
    let digits = String(last.wrappingAdd(1, ordering: .relaxed).newValue, radix: 16)
    return RequestID(text: String(repeating: "0", count: 16 - digits.count) + digits)
  }

  private static let last = Atomic<UInt64>(UInt64.random(in: .min ... .max))

  /// What a proxy calls it; `nil` for what doesn't fit into a line of a log.
  init?(given text: String) {
    let isFit =
      (1...128).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isTokenByte || "/=:+@".utf8.contains($0) }
    guard isFit else { return nil }
    self.text = text
  }

  /// The trace of a field `traceparent`: version, trace, parent and flags in hexadecimal digits, with `-` in between; `nil` for any other.
  init?(traceParent field: String) {
    let parts = field.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count >= 4, parts[0].count == 2, parts[1].count == 32, parts[2].count == 16,
      parts[1].allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
      parts[1].contains(where: { $0 != UInt8(ascii: "0") })
    else { return nil }
    text = String(Substring(parts[1]))
  }
}
