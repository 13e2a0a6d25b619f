import TablePages

/// The way in for whoever starts a server that can be written to, and says nothing of who may: a link that is good once, for a server
/// that only this machine reaches.
struct OwnerToken {
  let token = SecretToken()

  /// `nil` where nobody can write, an access file says who may, or others reach the server.
  init?(_ site: SiteOptions, _ address: AddressOptions) {
    guard site.writable, site.accessFile == nil, address.isLoopback else { return nil }
  }

  /// What is added to the address of the site.
  var path: String { "-/sign-in?token=\(token.text)" }
}

extension AddressOptions {
  /// Whether only programs of this machine reach the server.
  var isLoopback: Bool {
    if unixSocket != nil { return true }
    return host == "localhost" || host == "::1"
      || host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." }
  }
}
