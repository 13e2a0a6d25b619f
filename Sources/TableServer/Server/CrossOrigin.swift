internal import MicroHTTP

/// Lets pages of other sites read this one's answers (Fetch Standard, section "CORS protocol").
enum CrossOrigin {
  static let headers = [
    Header("Access-Control-Allow-Origin", "*"),
    Header("Access-Control-Allow-Headers", "Authorization, Change-Position, Content-Type"),
    Header("Access-Control-Expose-Headers", "Change-Position, Link"),
    Header("Access-Control-Allow-Methods", "GET, POST, HEAD, OPTIONS"), Header("Access-Control-Max-Age", "3600"),
  ]
}
