package import SitePages
internal import TableArguments
package import TableModel

/// How long others may keep an answer of data, where its address says so: `_ttl=60`.
package struct TimeToLive {
  private let seconds: Int

  /// - Returns: `nil` where the address says nothing of it.
  /// - Throws: `TableError.badRequest` for what is no number of seconds.
  package init?(_ request: PageRequest) throws(TableError) {
    guard request.format != .html, let value = request.rareArgument("_ttl") else { return nil }
    guard let seconds = Int(value), seconds >= 0 else {
      throw .badRequest("_ttl must be a number of seconds")
    }
    self.seconds = seconds
  }

  /// The value of `Cache-Control` (RFC 9111 section 5.2.2).
  /// - Parameter isPrivate: whether the answer depends on who asks.
  package func cacheControl(isPrivate: Bool) -> String {
    seconds == 0 ? "no-cache" : (isPrivate ? "private, " : "") + "max-age=\(seconds)"
  }
}
