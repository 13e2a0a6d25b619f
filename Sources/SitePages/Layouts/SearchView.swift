package import SiteTables
package import TableRendering

/// `search.html`: the page of a search of many tables.
package struct SearchView: NibView {
  package let frame: FrameView
  package let searchAll: SearchAllView
  package let summary: String
  package let results, unfinished: [SearchSectionView]
  package let timing: PassingText

  package init(
    frame: FrameView, searchAll: SearchAllView, summary: String, results: [SearchSectionView],
    unfinished: [SearchSectionView], timing: PassingText
  ) {
    self.frame = frame
    self.searchAll = searchAll
    self.summary = summary
    self.results = results
    self.unfinished = unfinished
    self.timing = timing
  }
}

/// `search-section.html`: what was found in one table.
package struct SearchSectionView: NibView {
  package struct Row: NibView {
    package let rowAddress: String?
    package let rowTitle: HTML
    package let fields: [Field]

    package init(rowAddress: String?, rowTitle: HTML, fields: [Field]) {
      self.rowAddress = rowAddress
      self.rowTitle = rowTitle
      self.fields = fields
    }
  }

  package struct Field: NibView {
    package let column: String
    package let match: HTML

    package init(column: String, match: HTML) {
      self.column = column
      self.match = match
    }
  }

  package let sectionID, table: String
  package var database: String?
  package let rowsAddress: String
  package var remark, late, failure, retry: String?
  package var isEmpty = false
  package var hasRows = false
  package var rows: [Row] = []
  package var more: String?

  package init(
    sectionID: String, table: String, database: String? = nil, rowsAddress: String, remark: String? = nil,
    late: String? = nil, failure: String? = nil, retry: String? = nil, isEmpty: Bool = false, hasRows: Bool = false,
    rows: [Row] = [], more: String? = nil
  ) {
    self.sectionID = sectionID
    self.table = table
    self.database = database
    self.rowsAddress = rowsAddress
    self.remark = remark
    self.late = late
    self.failure = failure
    self.retry = retry
    self.isEmpty = isEmpty
    self.hasRows = hasRows
    self.rows = rows
    self.more = more
  }
}

/// `search-all.html`: the field for words that are looked for in many tables.
package struct SearchAllView: NibView {
  let searchAction, searchText, searchLabel: String

  /// - Parameter entry: the database that is searched; `nil` for all.
  package init(_ context: SiteContext, _ entry: SiteMap.DatabaseEntry?, words: String = "") {
    searchAction = entry?.searchAddress ?? context.map.searchAddress
    searchText = words
    searchLabel = entry.map { "Search all tables of \($0.heading)" } ?? "Search all tables"
  }
}
