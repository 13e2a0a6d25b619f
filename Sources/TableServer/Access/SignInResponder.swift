internal import MicroHTTP
import RequestBodies
import SiteAccess
import SitePages
import SiteTables
import TableArguments
import TableRendering

/// The page on which people sign in, and where they sign out.
struct SignInResponder: Sendable {
  let context: SiteContext
  private var access: Access { context.access }

  /// The form; or, with the owner's token in the address, the way in at once.
  func page(_ request: Request) async throws -> Response {
    try checkUse()
    let arguments = request.query
    if let token = arguments["token"] {
      // A request for the headers alone uses up nothing.
      guard request.method == .get else { return Response(headers: PageHeaders.html()) }
      guard let entry = access.signIn(ownerToken: token) else {
        return form(
          request, returnTo: nil,
          problem: "This link has expired or was already used. Each start of the server prints a new one.")
      }
      return await signedIn(entry, request, returnTo: nil)
    }
    return form(request, returnTo: arguments["_return"])
  }

  /// Takes the form.
  func signIn(_ request: Request) async throws -> Response {
    try checkUse()
    _ = try request.body(upTo: 8_192)
    guard case .form(let form) = try SentBody(request) else {
      throw HTTPProblem(
        status: 415, messages: ["Sign in with the form; programs send a token with each request"],
        heading: "Sign-in failed")
    }
    try FormNames(["name", "password", "_return"]).check(form)
    let name = form["name"] ?? ""
    do {
      // A password is compared as it was given: not a word of it is taken away.
      let entry = try await access.signIn(name, form["password"] ?? "", from: request.client)
      return await signedIn(entry, request, returnTo: form["_return"])
    } catch let error as AccessError {
      var response = self.form(
        request, returnTo: form["_return"], name: name, problem: error.message + ".")
      response.status = Status(UInt16(clamping: error.status))
      if let seconds = error.retryAfter { response.headers.append(Header(.retryAfter, String(seconds))) }
      return response
    }
  }

  /// Ends the session.
  func signOut(_ request: Request) async throws -> Response {
    try checkUse()
    if case .form(let form) = try SentBody(request) { try FormNames([]).check(form) }
    await access.signOut(request)
    var response = context.redirect(to: nil, request, flash: Flash("Signed out."))
    response.headers.append(access.setCookie("", seconds: 0, request))
    // Pages that were made for somebody stay in nobody's browser (Clear Site Data, section 3.1).
    response.headers.append(Header("Clear-Site-Data", "\"cache\""))
    return response
  }

  private func checkUse() throws(HTTPProblem) {
    guard !access.isInUse else { return }
    throw HTTPProblem(
      status: 404, messages: ["Sign-in isn't available on this site"], heading: "Sign-in isn't available on this site")
  }

  // MARK: Answers

  private func signedIn(_ entry: Access.Entry, _ request: Request, returnTo: String?) async -> Response {
    // Whoever signs in gets a new session: one that somebody else may know of is of no use to them.
    await access.signOut(request)
    var response = context.redirect(to: returnTo, request, flash: Flash("Signed in as \(entry.name)."))
    // First: simple clients look at the first cookie alone.
    response.headers.insert(access.setCookie(entry.cookie, seconds: entry.seconds, request), at: 0)
    // The address may hold a token.
    response.headers.append(Header(.referrerPolicy, "no-referrer"))
    return response
  }

  private func form(
    _ request: Request, returnTo: String?, name: String = "", problem: String? = nil
  ) -> Response {
    let visitor = (try? access.visitor(request)) ?? .anyone
    var frame = PageLayout(
      title: "Sign in · \(context.title)", crumbs: [.init(title: "Sign in")], returnTo: context.signInAddress,
      preferences: ViewPreferences(request))
    frame.visitor = visitor.isSignedIn ? visitor : nil
    frame.flash = context.flashes.flash(for: request)
    let view = SignInView(
      frame: frame.view(context, pageStyle: context.assets.accessStyle), signInAction: context.signInAddress,
      returnPath: context.map.localPath(returnTo), name: name, visitor: visitor.name, hasForm: access.hasUsers,
      problem: problem)
    var response = Response(html: context.nibs.signIn.string(view), headers: PageHeaders.html())
    response.headers.set(.cacheControl, "no-store")
    if FlashStore.isNamed(in: request) { context.showedFlash(&response, request) }
    return response
  }
}
