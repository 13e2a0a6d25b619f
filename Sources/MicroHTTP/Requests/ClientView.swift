internal import TextCoding

/// How the client sees the server, where that isn't what the connection tells: a proxy may stand in between.
struct ClientView: Sendable {
  /// Who asks; `nil`: the other end of the connection.
  var client: Peer?
  /// Whether the client's own connection is encrypted; `nil`: as this one is.
  var isSecure: Bool?
  /// What the client calls the server; `nil`: what the request says.
  var host: String?
  /// What the nearest proxy calls the request.
  var requestID: String?

  /// Nothing but what the connection tells.
  init() {}

  /// What trusted proxies tell. The nearest one stands last; beyond the first one that isn't trusted anybody could have made things up.
  init(through proxies: TrustedProxies, _ headers: RequestContext) {
    requestID = headers.headerValue("X-Request-ID").flatMap(RequestID.init(given:))?.text
    for hop in Self.hops(headers).reversed() {
      if let scheme = hop.scheme { isSecure = scheme.equalsIgnoringCase("https") }
      if let host = hop.host { self.host = host }
      guard let peer = hop.client.flatMap(Peer.init(forwarded:)) else { return }
      client = peer
      guard proxies.contains(peer) else { return }
    }
  }

  private struct Hop {
    var client: String?
    var scheme: String?
    var host: String?
  }

  private static func hops(_ headers: RequestContext) -> [Hop] {
    let clients = list(headers.headerValues("X-Forwarded-For"))
    let schemes = list(headers.headerValues("X-Forwarded-Proto"))
    let hosts = list(headers.headerValues("X-Forwarded-Host"))
    guard clients.isEmpty else {
      // Most proxies write the other two once, for all; a few add to them at each hop.
      return clients.indices.map { index in
        Hop(
          client: clients[index], scheme: schemes.count == clients.count ? schemes[index] : schemes.last,
          host: hosts.count == clients.count ? hosts[index] : hosts.last)
      }
    }
    let forwarded = headers.headerValues("Forwarded").flatMap { pieces($0, at: UInt8(ascii: ",")) }.map(hop)
    return forwarded.isEmpty ? [Hop(scheme: schemes.last, host: hosts.last)] : forwarded
  }

  private static func list(_ values: [String]) -> [String] {
    values.flatMap { $0.split(separator: ",") }.map { String($0.trimmingBlanks) }
  }

  /// One element of `Forwarded`: `for=192.0.2.60;proto=http;host="example.org"`.
  private static func hop(_ element: Substring) -> Hop {
    var hop = Hop()
    for pair in pieces(String(element), at: UInt8(ascii: ";")) {
      guard let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let value = unquoted(pair[pair.utf8.index(after: equals)...].trimmingBlanks)
      switch pair[..<equals].trimmingBlanks.lowercased() {
      case "for": hop.client = value
      case "proto": hop.scheme = value
      case "host": hop.host = value
      default: break
      }
    }
    return hop
  }

  /// Cuts a field's value, but for what stands in quotes.
  private static func pieces(_ text: String, at separator: UInt8) -> [Substring] {
    var isQuoted = false
    return text.utf8.split { byte in
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      return byte == separator && !isQuoted
    }.map { Substring($0) }
  }

  /// No address and no host has a character in it that would need a backslash.
  private static func unquoted(_ text: Substring) -> String {
    text.hasPrefix("\"") && text.hasSuffix("\"") && text.utf8.count >= 2
      ? String(text.dropFirst().dropLast()) : String(text)
  }
}

extension Peer {
  /// An address as proxies write it: perhaps in brackets, perhaps with a port. `nil` for `unknown` and other names that hide one.
  fileprivate init?(forwarded text: String) {
    if InternetAddress(text) != nil {
      self = .address(text, port: 0)
      return
    }
    guard
      let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")).map({ text[..<$0] })
        ?? (text.hasPrefix("[") ? text[...] : nil)
    else { return nil }
    var host = colon, port = text[colon.endIndex...].dropFirst()
    if text.hasSuffix("]") { (host, port) = (text[...], "") }
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    guard InternetAddress(String(host)) != nil, port.isEmpty || UInt16(port) != nil else { return nil }
    self = .address(String(host), port: UInt16(port) ?? 0)
  }
}
