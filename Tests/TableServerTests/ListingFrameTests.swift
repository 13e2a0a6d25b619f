import MicroHTTP
import MicroHTTPTesting
import SiteConfiguration
import SiteTables
import TableServer
import Testing

/// The pages that list tables have frames ready: nothing of one may be seen on another, and what is listed is what there is.
@Suite struct ListingFrameTests {
  private static let targets = ["/", "/chinook", "/?_name=track", "/?_name=zzz", "/chinook?_name=al"]
  private static let appearances = ["", "tablepages-view=dark", "tablepages-view=light.comfortable"]

  private func site() throws -> AccessSite {
    try AccessSite {
      $0.title = "A <site> & more"
      $0.file = try SiteFile(
        yaml: "description: \"About *it*\"\ndatabases: {chinook: {title: Music, description: \"**All** of it\"}}")
    }
  }

  /// The page once all rows on it are counted, without what differs each time: how long it took.
  private func page(_ target: String, _ client: TestClient, cookies: [String] = []) async throws -> String {
    var headers = ["Host": "tables.example"]
    if !cookies.isEmpty { headers["Cookie"] = cookies.joined(separator: "; ") }
    var page = try await client.get(target, headers: headers)
    for _ in 0..<3_000 where page.text.contains("data-late") {
      try await Task.sleep(for: .milliseconds(20))
      page = try await client.get(target, headers: headers)
    }
    #expect(page.status == .ok, "\(target)")
    return "\(page["Link"] ?? "")\n\(page.text)".replacing(#/(Listed|tables?) in [0-9.]+ m?s/#, with: "")
  }

  @Test func aPageIsThatOfAServerThatHasShownNoOther() async throws {
    let site = try site()
    let ada = try await site.cookie(of: "ada")
    for appearance in Self.appearances {
      for target in Self.targets + Self.targets.reversed() {
        // To sign in takes a while, on purpose.
        for isSignedIn in target.contains("?") ? [false] : [true, false] {
          let alone = try self.site()
          let own = isSignedIn ? try await alone.cookie(of: "ada") : ""
          let cookies = [isSignedIn ? ada : "", appearance], ownCookies = [own, appearance]
          let one = try await page(target, site.client, cookies: cookies.filter { !$0.isEmpty })
          let other = try await page(target, alone.client, cookies: ownCookies.filter { !$0.isEmpty })
          #expect(one == other, "\(target) \(appearance) \(isSignedIn)")
          #expect(one.contains(">ada<") == isSignedIn, "\(target) \(appearance) \(isSignedIn)")
          #expect(one.contains("data-theme=\"dark\"") == appearance.hasSuffix("dark"), "\(target) \(appearance)")
        }
      }
    }
  }

  @Test func tablesThatComeAndGoAreListedAsTheyAre() async throws {
    let database = try SampleDatabase("CREATE TABLE first (x); DROP TABLE first")
    defer { database.remove() }
    let client = TestClient.inProcess(try database.server())
    for _ in 0..<2 {
      let empty = try await page("/sample", client)
      #expect(empty.contains("This database has no tables yet.") && !empty.contains("name=\"q\""))
      try database.execute("CREATE TABLE \"a<b> & 'c'\" (id INTEGER PRIMARY KEY)")
      let full = try await page("/sample", client), home = try await page("/", client)
      #expect(full.contains("a&lt;b&gt; &amp; &#39;c&#39;") && full.contains("name=\"q\""))
      #expect(full.contains("<b>1</b> table<") && home.contains("<b>1</b> open, 1 table or view<"))
      try database.execute("DROP TABLE \"a<b> & 'c'\"")
    }
  }
}
