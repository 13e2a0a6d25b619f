internal import MicroHTTP

/// The headers of the server's answers.
enum PageHeaders {
  /// Style sheets, pictures, forms and the script of this site, which asks this site alone; nothing else: neither inline scripts and styles
  /// nor other sites' frames.
  static let contentSecurityPolicy =
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

  /// For pages. A browser may keep one, and asks whether it still stands before it shows it again.
  static func html(alternate: String? = nil) -> [Header] {
    var headers = [
      Header(.contentSecurityPolicy, contentSecurityPolicy),
      Header(.xContentTypeOptions, "nosniff"),
      Header(.referrerPolicy, "same-origin"),
      Header(.cacheControl, "private, no-cache"),
      Header(.vary, "Accept, Cookie, Accept-Encoding"),
    ]
    if let alternate {
      headers.append(Header(.link, "<\(alternate)>; rel=\"alternate\"; type=\"application/json+datasette\""))
    }
    return headers
  }

  /// For data. JSON's `Link` carries the next page alone.
  static func data(next: String? = nil) -> [Header] {
    var headers = [
      Header(.xContentTypeOptions, "nosniff"),
      Header(.cacheControl, "private, no-cache"),
      Header(.vary, "Accept, Cookie, Accept-Encoding"),
    ]
    if let next { headers.append(Header(.link, "<\(next)>; rel=\"next\"")) }
    return headers
  }
}
