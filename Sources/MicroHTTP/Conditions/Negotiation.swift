/// Which form of a response one request gets.
struct Negotiation: Sendable {
  /// Compressed, because it pays and the client takes it.
  var isCompressed = false
  /// Without its body, because the client has it (RFC 9110 §13).
  var isNotModified = false

  /// Four forms, numbered for a table of them.
  var index: Int { (isCompressed ? 1 : 0) + (isNotModified ? 2 : 0) }

  /// Decides for one request. Reads only the fields that matter to this response.
  init(_ traits: ResponseTraits, status: Status, request: Request) {
    if traits.isCompressible {
      isCompressed = request.context.withHeader("Accept-Encoding", AcceptEncoding.takesGzip) ?? false
    }
    guard traits.hasValidators, status == .ok, request.method == .get || request.method == .head else { return }
    isNotModified = Self.clientHasIt(traits, request)
  }

  /// RFC 9110 §13.2.2: `If-None-Match` decides where it is there, whatever `If-Modified-Since` says.
  private static func clientHasIt(_ traits: ResponseTraits, _ request: Request) -> Bool {
    if let listed = request.context.withHeader(
      "If-None-Match",
      { field in
        traits.eTag.map { EntityTag.isListed($0, in: field) } ?? false
      })
    {
      return listed
    }
    guard let modified = traits.lastModified, let since = request.header("If-Modified-Since").flatMap({ HTTPDate($0) })
    else { return false }
    return modified <= since
  }
}
