import SitePages

/// What the page that searches many tables is asked: `q`, and `_table` for one of them alone.
struct SearchArguments: Sendable {
  /// What is looked for; empty for nothing yet.
  var words = ""
  /// The one table that is searched.
  var table: String?

  /// Longer texts are nobody's words.
  private static let lengthLimit = 1_000

  /// - Throws: `HTTPProblem` with status 400 for a text that is too long.
  init(_ arguments: [(name: String, value: String)]) throws {
    for (name, value) in arguments {
      switch name {
      case "q": words = value
      case "_table": table = value
      default: break
      }
    }
    guard words.utf8.count <= Self.lengthLimit else {
      throw HTTPProblem(
        status: 400, messages: ["q must be at most \(Self.lengthLimit) bytes"], heading: "Search too long")
    }
    if !words.contains(where: { !$0.isWhitespace }) { words = "" }
  }
}
