package import TablePages

/// The two greetings of the first document.
package enum Hello {
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
  package static func register(on table: inout SourceSetup) {
    table.register(TextCell.self, nib: TextCell.nib)
  }
}
