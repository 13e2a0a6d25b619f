internal import MicroHTTP
import SiteDescriptions
import SitePages
import SiteTables
import TableArguments

/// What the site tells of itself, what its pages need, and how people sign in.
extension Route {
  /// What only holds now is kept by nobody.
  private static let healthy = Response(headers: [Header(.cacheControl, "no-store")], body: .text("ok\n"))

  static let service: [Route] = [
    Route(
      "health", "/-/health", .nothing, "Health check", [], APIDescription(),
      get: { _ in healthy }),
    Route(
      "live", "/-/health/live", .nothing, "Health check: the server runs", [], APIDescription(),
      get: { _ in healthy }),
    Route(
      "ready", "/-/health/ready", .nothing, "Health check: requests should come", [], APIDescription(),
      get: { await ReadinessResponder(context: $0.service.context).answer() }),
    Route(
      "metrics", "/-/metrics", .administer, "Metrics for Prometheus", [], APIDescription(),
      get: { try MetricsResponder(metrics: $0.context.services.metrics).answer() }),
    Route(
      "static", "/-/static/{file...}", .nothing, "Style sheets, scripts and icons",
      get: { try await $0.service.context.services.files.respond(to: $0.request) }),
    Route(
      "view", "/-/view", .nothing, "Stores density, phone mode and theme in a cookie",
      post: { try ViewChoices(context: $0.context).answer($0.request) }),
    Route("changes", "/-/changes", .filtered, "Your last changes, each with a button that undoes it") {
      call, request in try await ChangesResponder(context: call.context).answer(request)
    },
    Route(
      "signIn", "/-/sign-in", .nothing, "Sign-in form",
      get: { try await SignInResponder(context: $0.context).page($0.request) },
      post: { try await SignInResponder(context: $0.context).signIn($0.request) }),
    Route(
      "signOut", "/-/sign-out", .nothing, "Ends the session",
      post: { try await SignInResponder(context: $0.context).signOut($0.request) }),
  ]

  static let introspection = Introspection.allCases.map { subject in
    Route(
      subject.rawValue, "/-/" + subject.rawValue, subject.isForAdministrators ? .administer : .filtered,
      subject.summary, [.html, .json],
      APIDescription(schema: subject.schemaName)
    ) { call, request in
      try await IntrospectionResponder(context: call.context, isAdministration: call.isAdministration).answer(
        subject, request)
    }
  }

  // MARK: Nowhere

  /// What answers paths that begin like others and lead nowhere.
  static let nowhere = Route("nowhere", "/-/{rest...}", .filtered, "Nothing") { _, _ in
    throw HTTPProblem.nothingHere()
  }

  static let nowhereInTable = Route("nowhereInTable", "/{database}/{table}/{rest...}", .read, "Nothing") { call, _ in
    let entry = try call.entry
    throw HTTPProblem.nothingHere(.init(title: "All tables of \(entry.heading)", address: entry.address))
  }
}
