package import TablePages

/// A table without rows that says so in its own words.
package enum EmptyTable {
  /// The table.
  package static func table() -> MemoryTable<AnyRow> {
    MemoryTable(
      TableContents(
        title: "Empty",
        emptyState: BannerViewModel(text: "No messages yet.", remark: "They appear here when somebody writes.")))
  }

  /// The view of its empty state.
  package static func register(on table: inout SourceSetup) {
    table.register(BannerView.self, nib: BannerView.nib)
  }
}
