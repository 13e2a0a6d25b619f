package import MicroHTTP

extension Request {
  /// The token of a header `Authorization: Bearer …` (RFC 6750 section 2.1); other schemes are a proxy's affair.
  package var bearerToken: String? {
    guard let parts = header("Authorization")?.split(separator: " ", maxSplits: 1), parts.count == 2,
      parts[0].lowercased() == "bearer"
    else { return nil }
    return String(parts[1].drop { $0 == " " })
  }
}
