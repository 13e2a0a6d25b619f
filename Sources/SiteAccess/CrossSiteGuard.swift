package import MicroHTTP
import SiteConfiguration

/// Refuses what another site sends in a visitor's name.
///
/// Browsers say where a request comes from: `Sec-Fetch-Site` (Fetch Metadata Request Headers, section 2.3) of those that have it, and
/// `Origin` (Fetch Standard, section 3.2) with every request that isn't GET or HEAD. Pages can forge neither.
package enum CrossSiteGuard {
  /// - Throws: `AccessError.otherSite` unless the request comes from this site's own pages, or from a program that has no cookies to abuse.
  package static func check(_ request: Request) throws(AccessError) {
    let hasCookie = request.header("Cookie") != nil
    let origin = request.header("Origin")
    let site = request.header("Sec-Fetch-Site")
    // A page that is sent with `Referrer-Policy: no-referrer` keeps even its own origin to itself (Fetch Standard, "append a request Origin header").
    if site == "same-origin", origin == nil || origin == "null" { return }
    let isOwn = origin.map { isOwnHost($0, request) }
    // The name of this host, but another program of the same machine: that is not this site.
    if isOwn == false { throw .otherSite }
    switch site {
    case "same-origin": return
    case nil where isOwn == true: return
    case "none" where isOwn == true: return
    // What carries no cookie can't be abused, and what names no origin comes from no page.
    case nil where origin == nil && !hasCookie: return
    case _ where origin == nil && !hasCookie && request.bearerToken != nil: return
    default: throw .otherSite
    }
  }

  /// Whether an origin names the host that the request was sent to. The scheme is left out: behind a proxy that ends TLS it is another.
  private static func isOwnHost(_ origin: String, _ request: Request) -> Bool {
    guard let host = request.host, !host.isEmpty else { return false }
    for scheme in ["http://", "https://"] where origin.hasPrefix(scheme) {
      return Grants.folded(String(origin.dropFirst(scheme.count))) == Grants.folded(host)
    }
    return false
  }
}
