import TableRendering

/// `database.html`: what stands around the list of the tables of a database. What is late differs from one time to the next.
struct DatabaseView: NibView {
  let frame: FrameView
  let searchAll: SearchAllView?
  let heading: String
  let count = Late<HTML?>.late
  let notices = Late<HTML?>.late
  let richText: HTML?
  let queryAddress: String?
  let exports: ExportsView?
  let listing = Late<HTML?>.late
  let timing = Late<String?>.late
}

/// `database-list.html`: the statements and the tables of one database.
package struct DatabaseListView: NibView {
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

  let assets: AssetsView
  let storedQueries: Queries?
  let nameFilter: NameFilter?
  let tableUnions: Unions?
  let hasTables, isEmpty: Bool
  let listed: DatabaseTablesView
  let hidden: Hidden?
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
