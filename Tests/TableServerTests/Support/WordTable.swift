import MicroHTTPTesting
import SiteConfiguration
import SiteTables
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
  static let nib = "<span class=\"cell-text\">{{text}}</span>"
  @Outlet var text: String
  func configure(with word: Word) { text = word.text }
}

/// A table of words at `/words`.
enum WordTable {
  /// A client of a site with this table alone, as `change` makes it.
  static func client(
    _ words: [String], everyone: Grants = Grants(.read), _ change: (inout SourceSetup) -> Void = { _ in }
  ) throws -> (TestClient, MemoryTable<Word>) {
    let table = try MemoryTable(
      "Words", rows: words.enumerated().map { Word(id: RowKey($0.offset + 1), text: $0.element) })
    var site = Site()
    site.mount(table, at: "/words") {
      $0.register(WordCell.self, nib: WordCell.nib)
      change(&$0)
    }
    site.everyone = everyone
    return (.inProcess(try TableServer(unchecked: site)), table)
  }
}
