internal import TextCoding

/// The host of a request: a name or an address, and perhaps a port (RFC 9110 §7.2, RFC 3986 §3.2.2).
struct HostName {
  /// The name in small letters, without a port and without a dot at its end; an IPv6 address stands in brackets.
  let name: String

  /// Reads a host as it stands in a request.
  /// - Returns: `nil` for what no client calls a server: nothing, a user, a path, a character that is in no name.
  init?(_ text: some BidirectionalCollection<UInt8>) {
    let end: Int
    if text.first == UInt8(ascii: "[") {
      guard let bracket = text.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      end = text.distance(from: text.startIndex, to: bracket) + 1
      guard end > 4, text.prefix(end).dropFirst().dropLast().allSatisfy(Self.isAddressByte) else { return nil }
    } else {
      let name = text.prefix { $0 != UInt8(ascii: ":") }
      guard !name.isEmpty, name.allSatisfy(Self.isNameByte) else { return nil }
      end = name.count
    }
    let rest = text.dropFirst(end)
    guard rest.isEmpty || rest.first == UInt8(ascii: ":"), rest.count <= 6, rest.dropFirst().allSatisfy(Self.isDigit)
    else { return nil }
    var name = text.prefix(end)
    if name.last == UInt8(ascii: ".") { name = name.dropLast() }
    guard !name.isEmpty else { return nil }
    self.name = String(unsafeUninitializedCapacity: name.count) { buffer in
      buffer.initialize(fromContentsOf: name.lazy.map(\.lowercased))
    }
  }

  /// Whether it can mean nothing but this machine: `localhost`, names below it (RFC 6761 §6.3), and the addresses of the loopback interface.
  var isLocal: Bool {
    name == "localhost" || name.hasSuffix(".localhost") || name == "[::1]"
      || (name.hasPrefix("127.") && InternetAddress(name) != nil)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte.lowercased {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: isDigit(byte)
    }
  }

  private static func isAddressByte(_ byte: UInt8) -> Bool {
    switch byte.lowercased {
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "."), UInt8(ascii: ":"): true
    default: isDigit(byte)
    }
  }
}
