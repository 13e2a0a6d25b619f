public import TablePages

/// Parts in store as a grid whose rows are chosen, changed, moved and deleted, one by one or together.
public enum Stock {
  /// The table with its cells and handlers.
  public static func controller(path: String) throws -> TableController {
    var stock = TableController(path: path, table: try table(), adapters: try adapters())
    try stock.handlers.register(PartHandler())
    stock.handlers.allowInsertions(PartHandler(), title: "New part")
    stock.selection = .multiple
    stock.changes = .everyone
    stock.maximumRows = 200
    return stock
  }

  static func table() throws -> MemoryTable {
    try MemoryTable(
      "Stock", summary: "What is on the shelves, part by part", style: .grid(PartViewModel.schema),
      sections: [
        TableSection(cells: [
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

  static func adapters() throws -> AdapterMap {
    var adapters = AdapterMap()
    try adapters.register(PartCell.self, nib: PartCell.nib)
    return adapters
  }
}
