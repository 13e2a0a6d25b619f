import SQLTables
import TableModel
import TableWalking
import Testing

@testable import SQLiteTables

private let script = """
  CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT); CREATE TABLE u (id INTEGER PRIMARY KEY, a TEXT);
  WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n LIMIT 20) INSERT INTO t SELECT i, 'x' || i FROM n;
  INSERT INTO u SELECT * FROM t
  """

private func expectRefusal(_ table: any RecordTable, _ query: TableQuery, _ token: String, _ note: Comment) async {
  for position in [PagePosition.after(PageToken(token)), .before(PageToken(token))] {
    var query = query
    query.position = position
    do {
      _ = try await table.page(query)
      Issue.record(note)
    } catch {
      #expect(error as? TableError == .invalidPageToken)
    }
  }
}

@Test(.long) func everyForgedTokenIsRefused() async throws {
  let fixture = try Fixture(script)
  let table = try #require(try await fixture.database().table(named: "t"))
  for sort in [[], [SortTerm(column: 1, isDescending: true)]] {
    let query = TableQuery(pageSize: 5, sort: sort)
    let token = Array(try #require(try await table.page(query).next).text.utf8)
    for position in token.indices {
      for bit in 0..<8 {
        var forged = token
        forged[position] ^= 1 << UInt8(bit)
        await expectRefusal(table, query, String(decoding: forged, as: UTF8.self), "bit \(bit) of byte \(position)")
      }
      await expectRefusal(table, query, String(decoding: token[..<position], as: UTF8.self), "cut at \(position)")
    }
    for text in [
      "", "A", "AAAA", String(repeating: "A", count: 4000), "é", String(decoding: token + token, as: UTF8.self),
    ] {
      await expectRefusal(table, query, text, "\(text)")
    }
  }
}

@Test func aTokenIsGoodForItsOwnTableSortFiltersDatabaseAndKeyAlone() async throws {
  let fixture = try Fixture(script)
  let key = PageSigningKey(bytes: [1, 2, 3])
  let database = try fixture.database { $0.signingKey = key }
  let table = try #require(try await database.table(named: "t"))
  let query = TableQuery(pageSize: 5, sort: [SortTerm(column: 1)])
  let token = try #require(try await table.page(query).next).text
  var other = query
  other.sort = [SortTerm(column: 1, isDescending: true)]
  await expectRefusal(table, other, token, "another sort")
  other = query
  other.selection.filters = [ColumnFilter(column: 1, value: "x1")]
  await expectRefusal(table, other, token, "other filters")
  await expectRefusal(try #require(try await database.table(named: "u")), query, token, "another table")
  let renamed = try fixture.database {
    $0.signingKey = key
    $0.name = "another"
  }
  await expectRefusal(try #require(try await renamed.table(named: "t")), query, token, "another database")
  await expectRefusal(try #require(try await fixture.database().table(named: "t")), query, token, "another key")
  let restarted = try #require(try await fixture.database { $0.signingKey = key }.table(named: "t"))
  #expect(
    try await restarted.page(TableQuery(pageSize: 5, position: .after(PageToken(token)), sort: query.sort)).rows.count
      == 5)
}
