package import MicroHTTP

/// Lets pages of other sites read this one's answers (Fetch Standard, section "CORS protocol").
package enum CrossOrigin {
  /// - Parameter hasPositions: whether answers to changes say how far the database was by then, for requests that follow.
  package static func headers(hasPositions: Bool) -> [Header] { hasPositions ? positioned : plain }

  private static let plain = headers(allowed: "Authorization, Content-Type", exposed: "Link")
  private static let positioned = headers(
    allowed: "Authorization, Change-Position, Content-Type", exposed: "Change-Position, Link")

  private static func headers(allowed: String, exposed: String) -> [Header] {
    [
      Header("Access-Control-Allow-Origin", "*"), Header("Access-Control-Allow-Headers", allowed),
      Header("Access-Control-Expose-Headers", exposed),
      Header("Access-Control-Allow-Methods", "GET, POST, HEAD, OPTIONS"), Header("Access-Control-Max-Age", "3600"),
    ]
  }
}
