import Foundation
import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import SiteConfiguration
import SiteTables
import TableModel
import Testing

@testable import TableServer

/// What is said, before and after, of rows that references take along, and how they come back.
struct OtherRecordTests {
  private static let schema = """
    CREATE TABLE maker (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE item (id INTEGER PRIMARY KEY, maker INTEGER REFERENCES maker ON DELETE CASCADE);
    CREATE TABLE note (id INTEGER PRIMARY KEY, item INTEGER REFERENCES item);
    INSERT INTO maker VALUES (1, 'Ada'), (2, 'Bob'), (3, 'Cid'), (4, 'Dot');
    INSERT INTO item VALUES (1, 1), (2, 1), (3, 3), (4, 4);
    INSERT INTO note VALUES (1, 4);
    """

  private static func with(_ test: (TestClient) async throws -> Void) async throws {
    try await SampleDatabase.withWritable(schema) { try await test($0) }
  }

  @Test func itIsSaidBeforeARowIsDeletedAndAfterwards() async throws {
    try await Self.with { client async throws in
      let page = try await client.get("/sample/maker/1/-/remove").text
      #expect(page.contains("2 rows of item will be deleted as well. It can all be undone together."))
      #expect(try await client.get("/sample/item.json").rows().count == 4)
      let version = try #require(page.firstMatch(of: #/name="version" value="([0-9a-f]{16})"/#)?.1)
      let answer = try await client.post(
        "/sample/maker/1/-/delete", "version=\(version)",
        headers: ["Content-Type": "application/x-www-form-urlencoded"])
      let cookie = try #require(answer.cookies)
      let said = try await client.get("/sample/maker", headers: ["Cookie": cookie]).text
      #expect(said.contains("2 rows of item were deleted as well."))
      #expect(try await client.get("/sample/item.json").rows().count == 2)
      let undo = try #require(said.firstMatch(of: #/name="undo" value="([^"]+)"/#)?.1)
      let undone = try await client.post(
        "/sample/maker/-/undo", "undo=\(undo)", headers: ["Content-Type": "application/x-www-form-urlencoded"])
      #expect(undone["Location"] == "/sample/maker/1")
      #expect(try await client.get("/sample/item.json").rows().count == 4)
      #expect(try await client.get("/sample/maker/1.json").status == .ok)
    }
  }

  @Test func itIsSaidOfWhatAnUndoDoesNotKeep() async throws {
    let sample = try SampleDatabase(Self.schema)
    defer { sample.remove() }
    let server = try sample.server { site in
      site.databases = [try sample.writable { $0.undoRowLimit = 2 }]
      site.everyone = Grants(.write)
    }
    let page = try await TestClient.inProcess(server).get("/sample/maker/1/-/remove").text
    #expect(page.contains("This can't be undone.") || page.contains("This can&#39;t be undone."))
    #expect(page.contains("2 rows of item will be deleted as well. Undo is limited to 2 rows."))
  }

  @Test func nothingIsSaidWhereNothingGoesAlong() async throws {
    try await Self.with { client async throws in
      let page = try await client.get("/sample/maker/2/-/remove").text
      #expect(!page.contains("be undone"))
    }
  }

  @Test func whatCantBeDeletedSaysSoAtOnce() async throws {
    try await Self.with { client async throws in
      let page = try await client.get("/sample/item/4/-/remove").text
      #expect(page.contains("be deleted."))
      #expect(page.contains("Other rows refer to this row, such as those of note by item."))
    }
  }

  @Test func itIsSaidOfSeveralRowsTogether() async throws {
    try await Self.with { client async throws in
      let page = try await client.get("/sample/maker/-/removal?_selected=1&_selected=3").text
      #expect(page.contains("3 rows of item will be deleted as well."))
    }
  }

  @Test func scriptsAreToldToo() async throws {
    try await Self.with { client async throws in
      let answer = try await client.post(
        "/sample/maker/3/-/delete", "{}", headers: ["Content-Type": "application/json"])
      let others = try #require(try answer.object()["others"] as? [[String: Any]])
      #expect(others.count == 1)
      #expect(others.first?["table"] as? String == "item")
      #expect(others.first?["deleted"] as? Int == 1)
      let none = try await client.post(
        "/sample/maker/2/-/delete", "{}", headers: ["Content-Type": "application/json"])
      #expect(try none.object()["others"] == nil)
    }
  }
}
