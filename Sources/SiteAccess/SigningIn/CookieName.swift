/// What cookies of a site are called.
///
/// Browsers send the cookies of a host to all of its ports (RFC 6265 section 8.5): two servers on one host would take each other's for theirs,
/// and sign each other's visitors out. So the port stands in the name: the one of the address that the visitor sees, as the field `Host` has it.
/// The port that the server listens on may be another, behind a proxy, or none, at a Unix socket; and one that took any free port has another
/// after each start, as its address has. An address without a port has the bare name.
package enum CookieName {
  /// - Parameter host: the field `Host` of a request, or the origin of its answer; `nil` for none.
  package static func make(_ name: String, at host: String?) -> String {
    guard let host, let colon = host.utf8.lastIndex(of: UInt8(ascii: ":")) else { return name }
    // Digits alone: the name stands in a header, and what stands in `Host` comes from outside.
    let port = host.utf8[host.utf8.index(after: colon)...]
    guard (1...5).contains(port.count), port.allSatisfy({ (0x30...0x39).contains($0) }) else { return name }
    return name + "-" + String(decoding: port, as: UTF8.self)
  }
}
