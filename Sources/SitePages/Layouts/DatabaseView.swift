package import TableRendering

/// `database.html`: the page of one database.
package struct DatabaseView: NibView {
  /// `database-queries.html`: the statements that the site's owner has written, and those that visitors have saved.
  package struct Queries: NibView { let queries: [LinkView] }

  /// Tables that are the database's own affair.
  package struct Hidden: NibView {
    let hiddenText: String
    let hiddenTables: [LinkView]
  }

  /// Tables of one shape that can be seen as one.
  package struct Unions: NibView {
    let unions: [LinkView]

    /// `nil` where there are none.
    package init?(_ unions: [LinkView]) {
      guard !unions.isEmpty else { return nil }
      self.unions = unions
    }
  }

  /// A field that shows the tables whose names hold some words.
  package struct NameFilter: NibView {
    let filterAction, filterText: String
    let isUnmatched: Bool

    package init(action: String, text: String, isUnmatched: Bool) {
      filterAction = action
      filterText = text
      self.isUnmatched = isUnmatched
    }
  }

  package let frame: FrameView
  package let searchAll: SearchAllView?
  package let heading: String
  package let count: HTML
  package let notices: HTML?
  package let richText: HTML?
  package let queryAddress: String?
  package let storedQueries: Queries?
  package let exports: ExportsView?
  package let nameFilter: NameFilter?
  package let tableUnions: Unions?
  package let hasTables, isEmpty: Bool
  package let listed: DatabaseTablesView
  package let hidden: Hidden?
  package let timing: PassingText

  package init(
    frame: FrameView, searchAll: SearchAllView?, heading: String, count: HTML, notices: HTML?, richText: HTML?,
    queryAddress: String?, storedQueries: Queries?, exports: ExportsView?, nameFilter: NameFilter?,
    tableUnions: Unions?, hasTables: Bool,
    isEmpty: Bool, listed: DatabaseTablesView,
    hidden: Hidden?, timing: PassingText
  ) {
    self.frame = frame
    self.searchAll = searchAll
    self.heading = heading
    self.count = count
    self.notices = notices
    self.richText = richText
    self.queryAddress = queryAddress
    self.storedQueries = storedQueries
    self.exports = exports
    self.nameFilter = nameFilter
    self.tableUnions = tableUnions
    self.hasTables = hasTables
    self.isEmpty = isEmpty
    self.listed = listed
    self.hidden = hidden
    self.timing = timing
  }
}

/// `database-tables.html`: the tables and views of one database.
package struct DatabaseTablesView: EmbeddedView {
  /// `database-table.html`: one of them.
  struct Table: NibView {
    let table, tableAddress: String
    let isView: Bool
    let description: HTML
    let lateCount: LateCountView
    let columnCount, byteCount: String
  }

  let database: String
  let databaseSummary: String?
  let databaseID, databaseAddress, kind: String
  package let problem: String?
  let tableRows: HTML
  let range: String?
  let earlier, more: LinkView?
}
