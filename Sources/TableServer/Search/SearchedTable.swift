import SitePages
import SiteTables
import TableModel
import TableRendering

/// A table that was searched along with others, and what was found in it.
struct SearchedTable: Sendable {
  /// What came of the search.
  enum Outcome: Sendable {
    /// The first rows that match, perhaps none.
    case found([MatchedRow], hasMore: Bool)
    /// The search of this table was stopped, or not begun: the others had taken the time.
    case unfinished
    /// The table can't be read.
    case unreadable
  }

  let entry: SiteMap.DatabaseEntry
  let name: String
  /// Whether an index of words was asked.
  let isIndexed: Bool
  let outcome: Outcome

  /// What people call it.
  var title: String { entry.title(ofTable: name) }

  /// The path of the table.
  var address: String { entry.address(ofTable: name) }

  /// The rows that were found.
  var rows: [MatchedRow] {
    if case .found(let rows, _) = outcome { rows } else { [] }
  }
}

/// A row that matches a search.
struct MatchedRow: Sendable {
  /// The path of the row's page; `nil` where rows can't be named.
  var address: String?
  /// What the row is called.
  var title: MatchSnippet?
  /// The values that match.
  var fields: [(column: String, heading: String, text: MatchSnippet, isTitle: Bool)]

  init(_ record: Record, _ columns: RecordColumns, _ presentation: TablePresentation, _ marks: SearchHighlighter) {
    let schema = columns.schema
    address = record.key.map { presentation.address(of: $0) }
    let titleColumn = columns.order.first
    title = titleColumn.flatMap { marks.title(of: record, column: $0) }
    fields = schema.columns.indices.compactMap { column in
      marks.snippet(of: record, column: column).map {
        (
          schema.columns[column].name, schema.columns[column].title ?? schema.columns[column].name, $0,
          column == titleColumn
        )
      }
    }
  }
}
