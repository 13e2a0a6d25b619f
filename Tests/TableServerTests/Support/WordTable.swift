import MicroHTTPTesting
import SiteConfiguration
import TableModel
import TableRendering
import TableServer

/// A row of a table built in code that tests do something with.
struct Word: CellViewModel {
  var id: RowKey
  var text: String
}

/// Draws a word.
struct WordCell: OutletCell {
  @Outlet var text: String
  func configure(with word: Word) { text = word.text }
}

/// A table of words at `/words`.
enum WordTable {
  /// A client of a site with this table alone, as `change` makes it.
  static func client(
    _ words: [String], everyone: Grants = Grants(.read), _ change: (inout TableController) throws -> Void = { _ in }
  ) throws -> (TestClient, MemoryTable) {
    let table = try MemoryTable(
      "Words", cells: words.enumerated().map { Word(id: RowKey($0.offset + 1), text: $0.element) })
    var controller = TableController(path: "/words", table: table, adapters: try adapters())
    try change(&controller)
    var site = Site()
    site.controllers = [controller]
    site.everyone = everyone
    return (.inProcess(try TableServer(site, publicFolder: SiteUnderTest.publicFolder)), table)
  }

  static func adapters() throws -> AdapterMap {
    var adapters = AdapterMap()
    try adapters.register(WordCell.self, nib: "<span class=\"cell-text\">{{text}}</span>")
    return adapters
  }
}
