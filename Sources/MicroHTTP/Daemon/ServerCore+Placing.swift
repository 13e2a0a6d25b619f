/// Who asks, and by which name.
extension ServerCore {
  /// Finds out how the client sees this server.
  /// - Returns: why the request is refused, or `nil`.
  func place(_ context: RequestContext) -> HTTPError? {
    var view = ClientView()
    if !configuration.trustedProxies.isEmpty, configuration.trustedProxies.contains(context.peer) {
      view = ClientView(through: configuration.trustedProxies, context)
    }
    let refused: HTTPError?
    if let named = view.host ?? context.target.authority {
      refused = refusal(named.utf8, context)
    } else {
      refused = context.withHeader("Host") { refusal($0, context) } ?? nil
    }
    if let origin = configuration.publicOrigin { (view.isSecure, view.host) = (origin.isSecure, origin.host) }
    context.view = view
    return refused
  }

  private func refusal(_ field: some BidirectionalCollection<UInt8>, _ context: RequestContext) -> HTTPError? {
    guard let host = HostName(field) else {
      return HTTPError(.badRequest, "Invalid host name.")
    }
    guard !allowedHosts.contains(host, isUnix: context.peer == .unix) else { return nil }
    let advice = configuration.allowedHostsAdvice.isEmpty ? "" : " " + configuration.allowedHostsAdvice
    return HTTPError(.misdirectedRequest, "This server isn't configured for \(host.name).\(advice)")
  }
}
