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
  /// What tells it from others of its name.
  var context: String?
  /// The title with what tells it from others.
  var name: String? { title.map { title in context.map { title.text + RowName.separator + $0 } ?? title.text } }
  /// The values that match.
  var fields: [(column: String, heading: String, text: MatchSnippet, isTitle: Bool)]

  init(
    _ record: Record, _ columns: RecordColumns, _ presentation: TablePresentation, _ marks: SearchHighlighter,
    context: String?
  ) {
    let schema = columns.schema
    address = record.key.map { presentation.address(of: $0) }
    // A name that is made of several values stands beside those that match.
    let isComposed = schema.rowName != nil && schema.labelColumn == nil
    let titleColumn = isComposed ? nil : columns.order.first
    title =
      isComposed
      ? schema.rowName?.text(of: record).map { MatchSnippet(String($0.prefix(120))) }
      : titleColumn.flatMap { marks.title(of: record, column: $0) }
    self.context = context
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
