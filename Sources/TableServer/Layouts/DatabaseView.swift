import TableRendering

/// `database.html`: the page of one database.
struct DatabaseView: NibView {
  /// `database-queries.html`: the statements that the site's owner has written.
  struct Queries: NibView { let queries: [LinkView] }

  /// Tables that are the database's own affair.
  struct Hidden: NibView {
    let hiddenText: String
    let hiddenTables: [LinkView]
  }

  let frame: FrameView
  let searchAll: SearchAllView?
  let heading: String
  let count: HTML
  let summary: String?
  let richText: HTML?
  let queryAddress: String?
  let storedQueries: Queries?
  let exports: ExportsView?
  let hasTables: Bool
  let listed: DatabaseTablesView
  let hidden: Hidden?
  let timing: String
}

/// `database-tables.html`: the tables and views of one database.
struct DatabaseTablesView: EmbeddedView {
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
  let problem: String?
  let tables: [Table]
  let more: LinkView?
}
