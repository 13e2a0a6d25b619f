import SitePages
import SiteTables
import TableArguments
import TableRendering

/// A search of many tables as JSON.
struct SearchListing: Encodable {
  var ok = true
  /// What was looked for.
  let query: String
  /// The tables in which something was found.
  let tables: [Found]
  /// Those that took too long, or could not be read.
  let unsearched: [Place]
  /// Whether rows are still being loaded.
  let loading: Bool?
  /// The databases none of whose tables could be searched.
  let unreadable: [Database]

  struct Database: Encodable {
    let database: String
    let path: String
    let error: String
  }

  struct Place: Encodable {
    let database: String
    let table: String
    let path: String
  }

  struct Found: Encodable {
    let database: String
    let table: String
    let path: String
    /// Where all the rows are.
    let url: String
    let indexed: Bool
    let rows: [Row]
    /// Whether there are more rows than these.
    let truncated: Bool
  }

  struct Row: Encodable {
    let path: String?
    let title: String?
    /// Column → the line of its text that matches.
    let matches: [String: String]
  }

  init(_ words: String, _ searched: [SearchedTable], _ unreadable: [SiteSearch.Unreadable], _ request: PageRequest) {
    query = words
    loading = request.isLoading
    self.unreadable = unreadable.map {
      Database(database: $0.entry.name, path: $0.entry.address, error: $0.problem)
    }
    tables = searched.compactMap { table in
      guard case .found(let rows, let hasMore) = table.outcome, !rows.isEmpty else { return nil }
      return Found(
        database: table.entry.name, table: table.name, path: table.address,
        url: request.absolute(table.rowsAddress(words, suffix: ".json")), indexed: table.isIndexed,
        rows: rows.map { row in
          Row(
            path: row.address, title: row.name,
            matches: Dictionary(row.fields.map { ($0.column, $0.text.text) }) { first, _ in first })
        }, truncated: hasMore)
    }
    unsearched = searched.compactMap { table in
      if case .found = table.outcome { return nil }
      return Place(database: table.entry.name, table: table.name, path: table.address)
    }
  }
}

extension SearchedTable {
  /// The path of all rows of this table that match.
  func rowsAddress(_ words: String, suffix: String = "") -> String {
    var query = QueryText()
    query.append("_search", words)
    return address + suffix + "?" + query.text
  }
}
