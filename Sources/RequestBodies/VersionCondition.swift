package import MicroHTTP
package import TableModel

/// The version of a row that a request names in its head (RFC 9110 section 13.1.1).
package enum VersionCondition: Equatable {
  case none
  /// Whatever is there, as long as there is something.
  case any
  case version(RowVersion)

  package init(_ request: Request) {
    guard let condition = request.header("If-Match") else {
      self = .none
      return
    }
    let tag = condition.drop { $0 == " " || $0 == "\"" }.prefix { $0 != "\"" && $0 != " " }
    // A tag of anything else than a row matches none.
    self = condition == "*" ? .any : .version(RowVersion(tag) ?? RowVersion(digest: 0))
  }

  package var version: RowVersion? { if case .version(let version) = self { version } else { nil } }
}
