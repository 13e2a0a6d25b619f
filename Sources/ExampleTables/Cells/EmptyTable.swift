public import TablePages

/// A table without rows that says so in its own words.
public enum EmptyTable {
  /// The table.
  public static func table() -> MemoryTable<AnyRow> {
    MemoryTable(
      TableContents(
        title: "Empty",
        emptyState: BannerViewModel(text: "No messages yet.", remark: "They appear here when somebody writes.")))
  }

  /// The view of its empty state.
  package static func adapters() throws -> AdapterMap {
    var adapters = AdapterMap()
    try adapters.register(BannerView.self, nib: BannerView.nib)
    return adapters
  }
}
