/// The beginning of the addresses that a server is known by: `https://data.example.org`.
public struct PublicOrigin: Sendable, Hashable, CustomStringConvertible {
  let isSecure: Bool
  /// The host, with a port where it isn't the usual one.
  let host: String

  /// Reads `http://host` or `https://host:port`; a slash may follow.
  /// - Returns: `nil` for anything else, such as an address with a path.
  public init?(_ text: String) {
    for (scheme, isSecure) in [("http://", false), ("https://", true)] where text.lowercased().hasPrefix(scheme) {
      let rest = text.dropFirst(scheme.count)
      let host = rest.hasSuffix("/") ? rest.dropLast() : rest
      guard HostName(host.utf8) != nil else { return nil }
      self.isSecure = isSecure
      self.host = String(host)
      return
    }
    return nil
  }

  /// Without a slash at its end.
  public var description: String { (isSecure ? "https://" : "http://") + host }
}
