package import MicroHTTP
import SiteTables

extension SiteContext {
  /// The answer to a form that was sent: leads to a page of this site, which says what happened.
  /// - Parameter path: where the form says to go back to; what isn't a path of this site leads to its first page.
  package func redirect(to path: String?, _ request: Request, flash: Flash?) -> Response {
    var response = Response.redirect(to: map.localPath(path))
    if let flash { keep(flash, in: &response, for: request) }
    response.headers.set(.cacheControl, "no-store")
    return response
  }

  /// Keeps what the page says that an answer leads to.
  package func keep(_ flash: Flash, in response: inout Response, for request: Request) {
    response.headers.append(flashCookie(flashes.keep(flash), seconds: FlashStore.seconds, request))
    response.headers.set(.cacheControl, "no-store")
  }

  /// Makes an answer one that nobody keeps, after its page has shown a flash, and forgets the flash.
  package func showedFlash(_ response: inout Response, _ request: Request) {
    flashes.forget(request)
    response.headers.set(.cacheControl, "no-store")
    response.headers.append(flashCookie("", seconds: 0, request))
  }

  private func flashCookie(_ value: String, seconds: Int, _ request: Request) -> Header {
    let name = FlashStore.cookieName(at: request.host)
    let cookie =
      "\(name)=\(value); Path=\(map.home); Max-Age=\(seconds); SameSite=Lax; HttpOnly"
    return Header(.setCookie, cookie + (request.isSecure ? "; Secure" : ""))
  }
}
