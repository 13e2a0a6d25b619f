package import MicroHTTP
import TableArguments

/// The headers of the server's answers.
package enum PageHeaders {
  /// Style sheets, pictures, forms and the script of this site, which asks this site alone; nothing else: neither inline scripts
  /// nor other sites' frames, and no inline styles but the one that a page names by its hash.
  static let contentSecurityPolicy =
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

  /// For everything: what an answer says that it is, it is.
  package static let noSniff = Header(.xContentTypeOptions, "nosniff")

  /// For pages. A browser may keep one, and asks whether it still stands before it shows it again.
  /// - Parameter hasBase: whether the page says where relative addresses begin.
  package static func html(alternate: String? = nil, hasBase: Bool = false) -> [Header] {
    let ofPages = hasBase ? ofBasedPages : ofPages
    guard let alternate else { return ofPages }
    return ofPages.with(self.alternate(alternate))
  }

  /// The same for the page at a path, whose data are at the same with `.json` behind it.
  package static func html(at path: String) -> [Header] { ofPages.with(link(to: path, ofData)) }

  /// The same for a page that holds this one style.
  static func html(style: ColumnStyle?) -> [Header] {
    guard let style else { return ofPages }
    return ofPages(
      contentSecurityPolicy.replacing("style-src 'self'", with: "style-src 'self' \(style.securitySource)"))
  }

  /// Where the same page is as JSON.
  static func alternate(_ address: String) -> Header { link(to: address, ofAlternate) }

  private static let ofData = ".json" + ofAlternate
  private static let ofAlternate = ">; rel=\"alternate\"; type=\"application/json+datasette\""

  /// - Parameter end: what stands behind the address.
  private static func link(to address: String, _ end: String) -> Header {
    var value = "<"
    value.reserveCapacity(address.utf8.count + end.utf8.count + 1)
    value += address
    value += end
    return Header(.link, value)
  }

  private static let ofPages = ofPages(contentSecurityPolicy)
  private static let ofBasedPages = ofPages(
    contentSecurityPolicy.replacing("base-uri 'none'", with: "base-uri 'self'"))

  private static func ofPages(_ policy: String) -> [Header] {
    [
      Header(.contentSecurityPolicy, policy), Header(.referrerPolicy, "same-origin"),
      Header(.contentType, PageFormat.html.contentType),
    ] + ofAll
  }

  /// Checked once, not for every answer.
  private static let ofAll = [
    Header(.cacheControl, "private, no-cache"),
    Header(.vary, "Accept, Cookie, Accept-Encoding"),
    noSniff,
  ]

  /// For data. JSON's `Link` carries the next page alone.
  package static func data(next: String? = nil) -> [Header] {
    guard let next else { return ofAll }
    return ofAll.with(link(to: next, ">; rel=\"next\""))
  }
}

extension [Header] {
  /// The same with one of an answer's own, and with room for those that come on its way: its type, its validator and its time.
  func with(_ header: Header) -> [Header] {
    var headers: [Header] = []
    headers.reserveCapacity(count + 4)
    headers += self
    headers.append(header)
    return headers
  }
}
