import Foundation
import Hashing
import MicroHTTP
import MicroHTTPTesting
import SiteTables
import TableServer
import Testing

/// What the head of a page says once about the cells of a column.
@Suite struct ColumnStyleTests {
  /// The style in a page, and whether the page's policy allows exactly this one.
  private func style(_ page: TestResponse) throws -> String {
    let style = try #require(page.text.firstMatch(of: /<style>(.*?)<\/style>/)).1
    let hash = Data(SHA256.digest(of: Array(style.utf8)).bytes).base64EncodedString()
    let policy = try #require(page["Content-Security-Policy"])
    #expect(policy.contains("style-src 'self' 'sha256-\(hash)';"))
    return String(style)
  }

  @Test func phonesNameValuesByTheirColumn() async throws {
    let client = try SiteUnderTest.client()
    let page = try await client.get("/chinook/Track")
    let style = try style(page)
    // The name stands first, so that the key is the second child.
    #expect(style.hasPrefix(#".grid td:nth-child(2){--label:"TrackId";--display:none}"#))
    #expect(style.contains(#"{--label:"Album"}"#))
    #expect(style.contains(#".grid td:nth-child(9){--label:"UnitPrice";--display:none}"#))
    #expect(!page.text.contains("data-label"))
  }

  @Test func chosenColumnsAreCountedAsTheyStand() async throws {
    let style = try style(try await SiteUnderTest.client().get("/chinook/Track?_col=Name&_col=Bytes&_col=Composer"))
    // The key is always there.
    #expect(
      style == #".grid td:nth-child(2){--label:"TrackId";--display:none}.grid td:nth-child(3){--label:"Bytes"}"#
        + #".grid td:nth-child(4){--label:"Composer";--least:100%}"#)
  }

  @Test func whereRowsCanBeChosenTheirBoxIsTheFirst() async throws {
    let statements = "CREATE TABLE t (name TEXT PRIMARY KEY, size INTEGER); INSERT INTO t VALUES ('a', 1)"
    try await SampleDatabase.withWritable(statements) { client async throws in
      let reading = try style(try await client.get("/sample/t"))
      #expect(reading == #".grid td:nth-child(2){--label:"size"}"#)
      let editing = try style(try await client.get("/sample/t?_edit=on"))
      #expect(editing == #".grid td:nth-child(3){--label:"size"}"#)
    }
  }

  @Test func namesOfColumnsEndNeitherTheStyleNorTheirText() async throws {
    let database = try SampleDatabase(
      #"CREATE TABLE t (id INTEGER PRIMARY KEY, "</style><script>x" TEXT, "a""b\c;}" TEXT, "größe" TEXT, "x"#
        + "\n" + #"y" TEXT); INSERT INTO t VALUES (1, '', '', '', '')"#)
    defer { database.remove() }
    let client = TestClient.inProcess(try database.server())
    let page = try await client.get("/sample/t")
    let style = try style(page)
    #expect(style.contains(#"{--label:"\3c /style\3e \3c script\3e x"}"#))
    #expect(style.contains(#"{--label:"a\22 b\5c c\3b \7d "}"#))
    #expect(style.contains(#"{--label:"größe"}"#))
    #expect(style.contains(#"{--label:"x\a y"}"#))
    #expect(!page.text.contains("<script>x"))
  }

  @Test func whoeverWantsTheGridOnPhonesAndATableOfOneColumnNeedNone() async throws {
    let client = try SiteUnderTest.client()
    let grid = try await client.get("/chinook/Track", headers: ["Cookie": "tablepages-view=comfortable.grid.dark"])
    #expect(!grid.text.contains("as-cells") && !grid.text.contains("<style>"))
    #expect(grid["Content-Security-Policy"]?.contains("sha256") == false)
    let database = try SampleDatabase("CREATE TABLE t (name TEXT PRIMARY KEY); INSERT INTO t VALUES ('a')")
    defer { database.remove() }
    let narrow = try await TestClient.inProcess(try database.server()).get("/sample/t").text
    #expect(narrow.contains("as-cells") && !narrow.contains("<style>"))
  }
}
