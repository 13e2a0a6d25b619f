import TableRendering

/// `search.html`: the page of a search of many tables.
struct SearchView: NibView {
  let frame: FrameView
  let searchAll: SearchAllView
  let summary: String
  let results, unfinished: [SearchSectionView]
  let timing: String
}

/// `search-section.html`: what was found in one table.
struct SearchSectionView: NibView {
  struct Row: NibView {
    let rowAddress: String?
    let rowTitle: HTML
    let fields: [Field]
  }

  struct Field: NibView {
    let column: String
    let match: HTML
  }

  let sectionID, table: String
  var database: String?
  let rowsAddress: String
  var remark, late, failure, retry: String?
  var isEmpty = false
  var hasRows = false
  var rows: [Row] = []
  var more: String?
}

/// `search-all.html`: the field for words that are looked for in many tables.
struct SearchAllView: NibView {
  let searchAction, searchText, searchLabel: String

  /// - Parameter entry: the database that is searched; `nil` for all.
  init(_ context: SiteContext, _ entry: SiteMap.DatabaseEntry?, words: String = "") {
    searchAction = entry?.searchAddress ?? context.map.searchAddress
    searchText = words
    searchLabel = entry.map { "Search all tables of \($0.heading)" } ?? "Search all tables"
  }
}
