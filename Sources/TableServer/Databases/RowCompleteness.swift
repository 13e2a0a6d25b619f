import SitePages
import SiteTables
import TableArguments
import TableModel
import TableRendering

/// Rows that are still being loaded, and what is answered meanwhile: pages show what is there and how far it is, JSON with an envelope says that it is a
/// part, and whatever has no place to say so is refused until all is there.
extension RouteCall {
  /// Whether all rows are there at this moment that an answer is made from. Asked before they are read: what is complete stays so.
  var completeness: TableCompleteness {
    guard !match.route.takesRest, match.folder.isEmpty else { return .complete }
    if let known { return known.database.completeness(of: match.table.isEmpty || query != nil ? nil : match.table) }
    guard match.list == nil else { return .complete }
    return context.map.databases.contains { $0.database.completeness(of: nil) == .loading } ? .loading : .complete
  }
}

extension PageRequest {
  /// - Throws: `HTTPProblem` 503 for data that can't be had, or that would be a part without saying so.
  func checkCompleteness() throws(HTTPProblem) {
    if case .failed = completeness, format != .html { throw HTTPProblem(completeness) }
    if format.isRowsOnly { try requireAllRows() }
  }

  /// For answers in which nothing can be said beside the rows.
  /// - Throws: `HTTPProblem` 503 unless all rows are there.
  func requireAllRows() throws(HTTPProblem) {
    if completeness != .complete { throw HTTPProblem(completeness) }
  }

  /// What JSON says of rows of which some are still to come: `true`, and nothing otherwise.
  var isLoading: Bool? { completeness == .loading ? true : nil }

  /// Says the same among the members of an envelope.
  func writeLoading(into json: inout ByteSink) {
    guard completeness == .loading else { return }
    json.jsonMember("loading")
    json.markup("true")
  }

  /// What isn't there may only not be there yet.
  func explained(_ error: any Error) -> any Error {
    guard completeness != .complete, HTTPProblem(error).status == 404 else { return error }
    return HTTPProblem(completeness)
  }
}

extension HTTPProblem {
  /// Rows that aren't there.
  fileprivate init(_ completeness: TableCompleteness) {
    switch completeness {
    case .failed(let reason):
      self.init(status: 503, messages: [reason], heading: "Rows unavailable", retryAfter: 60)
    case .loading, .complete:
      self.init(
        status: 503, messages: ["Rows are still loading; try again in a moment"],
        heading: "Rows are still loading", retryAfter: 2)
      passesByItself = true
    }
  }
}
