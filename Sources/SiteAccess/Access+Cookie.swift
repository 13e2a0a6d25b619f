package import MicroHTTP

/// The cookie of a session.
extension Access {
  /// What a request has of it; `nil` if nothing.
  func cookie(of request: Request) -> String? {
    // Most requests have no cookie at all, and looking is cheaper than parsing.
    guard request.header("Cookie") != nil else { return nil }
    return request.cookie(named: cookieName(at: request.host, isSecure: request.isSecure))
  }

  /// What the cookie of a session is called. Over TLS nobody but this host, over TLS, can set it: so say the prefixes (RFC 6265bis, section
  /// "Cookie Name Prefixes"), of which the stronger one is for whole hosts.
  package func cookieName(at host: String?, isSecure: Bool) -> String {
    let name = CookieName.make("tablepages-session", at: host)
    guard isSecure else { return name }
    return (home == "/" ? "__Host-" : "__Secure-") + name
  }

  /// The header that sets the cookie of a session.
  package func setCookie(_ value: String, seconds: Int, _ request: Request) -> Header {
    let name = cookieName(at: request.host, isSecure: request.isSecure)
    let cookie = "\(name)=\(value); Path=\(home); Max-Age=\(seconds); SameSite=Lax; HttpOnly"
    return Header(.setCookie, cookie + (request.isSecure ? "; Secure" : ""))
  }
}
