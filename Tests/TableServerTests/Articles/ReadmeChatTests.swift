import Foundation
import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import SiteConfiguration
import SitePages
import SiteTables
import TableServer
import Testing

/// The chat of the README, from its own text.
@Suite struct ReadmeChatTests {
  private func blocks(_ language: String) throws -> [String] {
    try SiteUnderTest.blocks(language, of: "README.md")
  }

  @Test func twelveLinesAndTwoNibsMakeAChat() async throws {
    let sql = try #require(try blocks("sql").first { $0.contains("table messages") })
    let yaml = try #require(try blocks("yaml").first { $0.contains("nibs: nibs/") })
    let nibs = try blocks("html")
    #expect(yaml.split(separator: "\n").count == 12 && nibs.count == 2)
    #expect(nibs.allSatisfy { $0.split(separator: "\n").count == 5 })
    let sample = try SampleDatabase(sql)
    defer { sample.remove() }
    var options = SQLiteDatabase.Options()
    options.name = "chat"
    var site = Site()
    site.databases = [try SQLiteDatabase.open(path: sample.path, options: options)]
    site.file = try SiteFile(yaml: yaml)
    site.nibs = NibSources(folder: "nibs", sources: ["text": nibs[0], "image": nibs[1]])
    #expect(try await site.problemsOfFile().isEmpty)
    let client = TestClient.inProcess(try TableServer(unchecked: site))
    let page = try await client.settled("/chat/messages").text
    let headers = page.matches(of: /<h2 id="[^"]*">([^<]*) </).map { String($0.1) }
    #expect(headers == ["Monday, 13 October 2025", "Tuesday, 14 October 2025"])
    #expect(page.contains("<span class=\"avatar\" aria-hidden=\"true\">ML</span>"))
    #expect(
      page.contains("<b>Mara Lindqvist</b> <time class=\"muted\">16:02</time>\n<p>Has anybody seen the projector?</p>"))
    #expect(page.contains("<img src=\"/chat/messages/2/-/blob/picture\""))
    #expect(page.ranges(of: "<li id=\"row-").count == 3 && page.contains("<p>What the <em>team</em> has to say</p>"))
    let rows = try await client.get("/chat/messages.json").rows()
    #expect(rows.map { $0["kind"] as? String } == ["text", "image", "text"])
  }
}
