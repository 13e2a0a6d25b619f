internal import MicroHTTP
import RequestBodies
import SitePages
import SiteTables
import TableArguments

/// Keeps a visitor's choice of density, phone mode and theme in a cookie, and leads back to the page that it was made on.
struct ViewChoices {
  let context: SiteContext

  func answer(_ request: Request) throws -> Response {
    _ = try request.body(upTo: 4_096)
    guard case .form(let form) = try SentBody(request) else {
      throw HTTPProblem(status: 415, messages: ["Send a form"], heading: "This can't be read")
    }
    let names = ["density", "phone", "theme"]
    try FormNames(Set(names + ["return"])).check(form)
    var preferences = ViewPreferences(request)
    for name in names {
      guard let value = form[name] else { continue }
      guard preferences.choose(name, value) else { throw HTTPError(.badRequest, "Unknown \(name).") }
    }
    var response = Response.redirect(to: context.map.localPath(form["return"]))
    let cookie =
      "\(ViewPreferences.cookieName)=\(preferences.cookieValue); Path=\(context.map.home); Max-Age=31536000; SameSite=Lax; HttpOnly"
    response.headers.append(Header(.setCookie, cookie + (request.isSecure ? "; Secure" : "")))
    return response
  }
}

extension ViewPreferences {
  /// Makes one choice; `false` if there is no such choice.
  fileprivate mutating func choose(_ name: String, _ value: String) -> Bool {
    switch name {
    case "density": Density(rawValue: value).map { density = $0 } != nil
    case "phone": Phone(rawValue: value).map { phone = $0 } != nil
    case "theme": Theme(rawValue: value).map { theme = $0 } != nil
    default: false
    }
  }
}
