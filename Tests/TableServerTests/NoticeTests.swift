import MicroHTTPTesting
import SQLiteTables
import SiteTables
import Synchronization
import TableModel
import TableServer
import Testing

/// What a database has to say of its tables at the moment.
@Suite struct NoticeTests {
  private final class Notices: Sendable {
    let lines = Mutex<[TableNotice]>([])
  }

  private static let again = "<noscript><meta http-equiv=\"refresh\" content=\"2\"></noscript>"

  private func client(_ notices: Notices, livePages: Int = 10) throws -> TestClient {
    try SiteUnderTest.client {
      var options = SQLiteDatabase.Options()
      options.notices = { table in table == "Artist" || table == nil ? notices.lines.withLock(\.self) : [] }
      $0.databases = [try SQLiteDatabase.open(path: SiteUnderTest.chinook, options: options)]
      $0.options.livePages = livePages
    }
  }

  /// Where scripts show how far it is, the page itself comes again for those who have none.
  @Test(arguments: [0, 10]) func aPageThatIsStillBeingLoadedSaysSoAndIsNotKept(livePages: Int) async throws {
    let notices = Notices()
    let client = try client(notices, livePages: livePages)
    notices.lines.withLock { $0 = [TableNotice("Loading: 43 % · 1 < 2", isTransient: true)] }
    for _ in 0..<2 {
      let page = try await client.get("/chinook/Artist")
      #expect(page.text.contains("Loading: 43 % · 1 &lt; 2</p>"))
      #expect(page["ETag"] == nil)
      #expect(page["Refresh"] == (livePages == 0 ? "2" : nil))
      #expect(page.text.contains(Self.again) == (livePages > 0))
    }
    // Who has asked for something is not disturbed.
    let asked = try await client.get("/chinook/Artist?_size=5")
    #expect(asked["Refresh"] == nil && !asked.text.contains("<noscript>"))
    let database = try await client.get("/chinook").text
    #expect(database.contains("<p class=\"summary notice\" role=\"status\">"))
    #expect(database.contains("Loading: 43 % · 1 &lt; 2</p>"))
    #expect(try await !client.get("/chinook/Album").text.contains("Loading"))
    notices.lines.withLock { $0 = [] }
    let page = try await client.settled("/chinook/Artist")
    #expect(!page.text.contains("Loading"))
    #expect(page["Refresh"] == nil && !page.text.contains("<noscript>"))
    #expect(page["ETag"] != nil)
  }

  @Test func aNoteLeadsToTheTableThatTellsMore() async throws {
    let notices = Notices()
    notices.lines.withLock { $0 = [TableNotice("Problems in 2 lines", table: "a/b")] }
    let page = try await client(notices).settled("/chinook/Artist")
    #expect(page.text.contains("<p class=\"summary notice\"><a href=\"/chinook/a~2Fb\">Problems in 2 lines</a></p>"))
    #expect(page["ETag"] != nil)
  }
}
