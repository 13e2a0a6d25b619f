package import TablePages

/// Parts in store as a grid whose rows are chosen, changed, moved and deleted, one by one or together.
package enum Stock {
  /// Mounts the table with its cells and handlers.
  package static func mount(on site: inout Site, at path: String = "/examples/stock") throws {
    try site.mount(table(), at: path) {
      $0.register(PartCell.self, nib: PartCell.nib)
      $0.handle(PartHandler())
      $0.handlers.allowInsertions(PartHandler(), title: "New part")
      $0.selection = .multiple
      $0.changes = .everyone
      $0.maximumRows = 200
    }
  }

  static func table() throws -> MemoryTable<PartViewModel> {
    try MemoryTable(
      "Stock", summary: "What is on the shelves, part by part", style: .grid(PartViewModel.schema),
      sections: [
        TableSection(rows: [
          PartViewModel(id: 1, name: "Weather station", shelf: "", count: 2),
          PartViewModel(id: 2, name: "Mast", shelf: "A1", count: 4, level: 1),
          PartViewModel(id: 3, name: "Guy wire", shelf: "A2", count: 36, level: 2),
          PartViewModel(id: 4, name: "Anemometer", shelf: "B1", count: 0, level: 1),
          PartViewModel(id: 5, name: "Cup wheel", shelf: "B2", count: 12, level: 2),
          PartViewModel(id: 6, name: "Rain gauge", shelf: "B4", count: 0, level: 1),
          PartViewModel(id: 7, name: "Cable, 10 m", shelf: "C1", count: 120),
        ])
      ])
  }
}
