import TableRendering

/// `empty.html`: said in place of rows where there are none.
struct EmptyView: NibView {
  var emptyTitle = ""
  var emptyMessage: String?
  var ways: [LinkView] = []
  /// The table's own words instead of the others.
  var emptyView: HTML?
}
