import Foundation
import MicroHTTP
import MicroHTTPTesting
import SeededNumbers
import SiteConfiguration
import SiteTables
import TableModel
import Testing

@testable import TableEditing
@testable import TableServer

/// Rows of tables of any size that change places: only those around the new place are read.
@Suite struct LargeMoveTests {
  private static func with(
    _ schema: String, tables: String = "item: {move: place}", _ test: (TestClient) async throws -> Void
  ) async throws {
    try await SampleDatabase.withWritable(
      schema, Grants(.write), { $0.file = try SiteFile(yaml: "databases: {sample: {tables: {\(tables)}}}") }, test)
  }

  private static func rows(_ count: Int, place: String, type: String = "INTEGER") -> String {
    """
    CREATE TABLE item (id INTEGER PRIMARY KEY, place \(type));
    CREATE INDEX places ON item (place);
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
    INSERT INTO item SELECT i, \(place) FROM n;
    """
  }

  /// The rows whose numbers a move changes, as it tells them.
  private func moved(_ client: TestClient, _ body: String) async throws -> (status: Int, rows: [[String: Any]]) {
    let answer = try await client.json("/sample/item/-/move", body)
    return (answer.status, answer.object["rows"] as? [[String: Any]] ?? [])
  }

  private func around(_ client: TestClient, _ place: String) async throws -> [Int] {
    try await client.get("/sample/item.json?_size=4&_sort=place&place__gte=\(place)").rows().compactMap {
      $0["id"] as? Int
    }
  }

  @Test func aRowOfManyIsMovedByOneNumberWhereThereIsOne() async throws {
    try await Self.with(Self.rows(50_000, place: "i * 10")) { client async throws in
      let far = try await moved(client, #"{"row": "49000", "before": "20", "return": true}"#)
      #expect(far.rows.count == 1 && far.rows.first?["place"] as? Int == 195)
      #expect(try await around(client, "190") == [19, 49_000, 20, 21])
      let end = try await moved(client, #"{"row": "1", "after": "50000", "return": true}"#)
      #expect(end.rows.first?["place"] as? Int == 500_001)
      let up = try await moved(client, #"{"row": "30000", "to": "up", "return": true}"#)
      #expect(up.rows.first?["place"] as? Int == 299_985)
      let start = try await moved(client, #"{"row": "30000", "before": "2", "return": true}"#)
      #expect(start.rows.first?["place"] as? Int == 19)
      let stays = try await moved(client, #"{"row": "30000", "to": "up", "return": true}"#)
      #expect(stays.status == 200 && stays.rows.isEmpty)
    }
  }

  @Test func whereThereIsNoneAsFewAsHaveToMakeRoom() async throws {
    try await Self.with(Self.rows(50_000, place: "i + (i >= 3000) * 5")) { client async throws in
      let near = try await moved(client, #"{"row": "40000", "before": "2900", "return": true}"#)
      // Those up to the gap before row 3,000, and no more.
      #expect(near.rows.count == 101)
      #expect(try await around(client, "2899") == [2_899, 40_000, 2_900, 2_901])
      let up = try await moved(client, #"{"row": "20000", "to": "up", "return": true}"#)
      #expect(up.rows.count == 2)
      #expect(try await around(client, "20003") == [19_998, 20_000, 19_999, 20_001])
    }
  }

  @Test func whereMoreThanThatWouldHaveToAFractionIsTaken() async throws {
    try await Self.with(Self.rows(50_000, place: "i")) { client async throws in
      let far = try await moved(client, #"{"row": "48000", "before": "25000", "return": true}"#)
      #expect(far.rows.count == 1 && far.rows.first?["place"] as? Double == 24_999.5)
      #expect(try await around(client, "24999") == [24_999, 48_000, 25_000, 25_001])
    }
    try await Self.with(Self.rows(50_000, place: "i", type: "INTEGER CHECK (typeof(place) = 'integer')")) {
      client async throws in
      let refused = try await client.json("/sample/item/-/move", #"{"row": "48000", "before": "25000"}"#)
      #expect(refused.status == 400)
      #expect("\(refused.object)".contains("more than 10000 rows would have to make room"))
      #expect(try await around(client, "24999") == [24_999, 25_000, 25_001, 25_002])
    }
  }

  @Test func rowsWithoutNumbersAreNumberedUnlessTheyAreTooMany() async throws {
    try await Self.with(Self.rows(20_000, place: "NULL")) { client async throws in
      let end = try await moved(client, #"{"row": "3", "after": "19990", "return": true}"#)
      #expect(end.rows.count == 11)
      let middle = try await client.json("/sample/item/-/move", #"{"row": "15000", "before": "500"}"#)
      #expect(middle.status == 400 && "\(middle.object)".contains("no number left"))
    }
  }

  /// As long as everything is looked at, the numbers are those that are found by looking at the whole table.
  @Test(arguments: Array(UInt64(1)...12))
  func theNumbersAreThoseThatTheWholeTableGives(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...9, using: &random)
    var numbers = (0..<count).map { _ -> Int64? in
      Int.random(in: 0...3, using: &random) == 0 ? nil : Int64.random(in: -4...6, using: &random)
    }
    let values = numbers.enumerated().map { "(\($0 + 1), \($1.map(String.init) ?? "NULL"))" }.joined(separator: ", ")
    try await Self.with(
      "CREATE TABLE item (id INTEGER PRIMARY KEY, place INTEGER); INSERT INTO item VALUES \(values);"
    ) { client async throws in
      for _ in 0..<8 {
        let order = numbers.indices.sorted { one, other in
          let low = numbers[one] ?? .min, high = numbers[other] ?? .min
          return low == high ? one < other : low < high
        }
        let from = Int.random(in: 0..<count, using: &random), to = Int.random(in: 0..<count, using: &random)
        let wanted = RowOrder(numbers: order.map { numbers[$0] }).moving(from, to: to)
        let body =
          from == to
          ? #"{"row": "\#(order[from] + 1)", "before": "\#(order[from] + 1)"}"#
          : #"{"row": "\#(order[from] + 1)", "\#(to < from ? "before" : "after")": "\#(order[to] + 1)"}"#
        let answer = try await client.json("/sample/item/-/move", body)
        #expect(answer.status == 200, "\(numbers) \(body) \(answer.object)")
        for change in wanted ?? [] { numbers[order[change.row]] = change.number }
        let after = try await client.get("/sample/item.json?_sort=id").rows().map { $0["place"] as? Int }
        #expect(after == numbers.map { $0.map(Int.init) }, "\(body)")
      }
    }
  }

  @Test func rowsOfALargeTreeAreMovedAmongThoseBesideThem() async throws {
    let schema = """
      CREATE TABLE item (id INTEGER PRIMARY KEY, above INTEGER REFERENCES item, place INTEGER);
      CREATE INDEX places ON item (above, place);
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      INSERT INTO item SELECT i, CASE WHEN i <= 4 THEN NULL ELSE i % 4 + 1 END, i FROM n;
      """
    try await Self.with(schema, tables: "item: {tree: above, move: place}") { client async throws in
      let up = try await moved(client, #"{"row": "12001", "to": "up", "return": true}"#)
      // Its siblings are four apart.
      #expect(up.rows.count == 1 && up.rows.first?["place"] as? Int == 11_995)
      let top = try await moved(client, #"{"row": "4", "before": "1", "return": true}"#)
      #expect(top.rows.count == 1 && top.rows.first?["place"] as? Int == 0)
      #expect(try await client.json("/sample/item/-/move", #"{"row": "12001", "before": "12002"}"#).status == 404)
    }
  }
}
