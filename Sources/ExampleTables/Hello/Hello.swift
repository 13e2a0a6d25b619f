public import TablePages

/// The two greetings of the first document.
public enum Hello {
  /// The table: a section of two cells, which the table makes itself.
  static func table() throws -> MemoryTable<TextViewModel> {
    try MemoryTable(
      "Hello",
      rows: [
        TextViewModel(id: 1, text: "Hello!"),
        TextViewModel(id: 2, text: "It's UITableView with using MVVM"),
      ])
  }

  /// Its cells.
  package static func adapters() throws -> AdapterMap {
    var adapters = AdapterMap()
    try adapters.register(TextCell.self, nib: TextCell.nib)
    return adapters
  }
}
