import SeededNumbers
import TableModel
import TableWalking
import Testing

@testable import SQLiteTables

@Test(.long) func everyTableOfChinookIsReadToTheEndAndBackUnderEverySort() async throws {
  var options = SQLiteDatabase.Options()
  options.inlineBudgetMilliseconds = 100
  let database = try SQLiteDatabase.open(path: chinookPath, options: options)
  let tables = [
    "Album", "Artist", "Customer", "Employee", "Genre", "Invoice", "InvoiceLine", "MediaType", "Playlist",
    "PlaylistTrack", "Track",
  ]
  for name in Thoroughness.isFull ? tables : ["Employee", "Invoice", "PlaylistTrack"] {
    let table = try #require(try await database.table(named: name))
    let schema = try await table.schema()
    let whole = try await table.walk(TableQuery(pageSize: 500)).forwards
    #expect(!whole.isEmpty)
    #expect(Set(whole).count == whole.count)
    let sorts: [[SortTerm]] =
      [[]] + schema.columns.indices.flatMap { [[SortTerm(column: $0)], [SortTerm(column: $0, isDescending: true)]] }
    for sort in sorts {
      let walk = try await table.walk(TableQuery(pageSize: 397, sort: sort))
      #expect(walk.forwards == walk.backwards, "\(name) by \(sort)")
      #expect(Set(walk.forwards) == Set(whole), "\(name) by \(sort)")
      #expect(walk.forwards.count == whole.count, "\(name) by \(sort)")
      #expect(walk.pages == (whole.count + 396) / 397, "\(name) by \(sort)")
    }
  }
}
