import QuerySaving
import SavedQueries
import SiteConfiguration
import SiteTables
import TableArguments
import TableModel

/// What a page of statements is about: those that visitors write or have saved, or one of the site's owner.
struct QuerySubject: Sendable {
  let entry: SiteMap.DatabaseEntry
  var stored: StoredQuery?
  /// Where visitors save queries, for those who may read them.
  var saving: SavedQueryPlace?
  /// The one that the visitor asks for.
  var saved: SavedQuery?

  /// Whether it may do no more than what the visitor writes.
  var isVisitors: Bool { stored == nil || saved != nil }

  /// Whether its result is shown again once the data have changed: what is written may not be meant to be run twice.
  var isFollowed: Bool { stored != nil && stored?.writing == nil }

  /// The path of its page.
  var address: String {
    if let saving, let saved { return saving.address(of: saved) }
    return stored.map { entry.address(ofTable: $0.name) } ?? entry.queryAddress
  }

  /// The path that runs it where it changes rows.
  var runAddress: String { address.below("/-/run") }

  var heading: String { stored?.heading ?? "Query" }

  /// What a download is called, without a suffix.
  var fileName: String { stored?.name ?? "query" }

  /// Whether the page says what is run.
  var showsStatement: Bool { !(stored?.hidesStatement ?? false) }

  /// The parameters of a statement in the order of its form: those that its owner names first.
  func ordered(_ parameters: [String]) -> [String] {
    let named = stored?.parameters ?? []
    return named + parameters.filter { !named.contains($0) }
  }

  /// The arguments with which visitors get the same statement as one of their own.
  func written(_ arguments: QueryArguments, _ parameters: [String]) -> String {
    var text = QueryText()
    text.append("sql", arguments.statement.text)
    if let saving, let saved, saving.mayChange(saved) { text.append("_saved", String(saved.number)) }
    for name in parameters where name != "sql" { text.append(name, arguments.statement.parameters[name] ?? "") }
    return text.text
  }
}
