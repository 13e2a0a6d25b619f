import MicroHTTP
import MicroHTTPTesting
import TableServer
import Testing

@Suite struct FailureTests {
  @Test(
    arguments: [
      ("/nope", 404, "Database not found"), ("/chinook/Tracks", 404, "Table not found"),
      ("/chinook/Track/99999", 404, "Record not found"), ("/chinook/Track/x", 404, "Record not found"),
      ("/chinook/Track?Nme=x", 400, "Unknown column: Nme"),
      ("/chinook/Track?_size=-1", 400, "_size must be a number from 0, or max"),
      ("/chinook/~zz", 400, nil),
      ("/chinook/Track/1/2", 404, "Page not found"),
    ] as [(String, UInt16, String?)])
  func failuresHaveTheirStatusAndWords(target: String, status: UInt16, message: String?) async throws {
    let client = try SiteUnderTest.client()
    let page = try await client.get(target)
    #expect(page.status.code == status)
    #expect(page["Content-Type"] == "text/html; charset=utf-8")
    #expect(page.text.contains("<p class=\"mono muted\">\(status)</p>"))
    let data = try await client.get(target, headers: ["Accept": "application/json"])
    #expect(data.status.code == status)
    let object = try data.object()
    #expect(object["ok"] as? Bool == false)
    #expect(object["status"] as? Int == Int(status))
    if let message { #expect(object["error"] as? String == message) }
    #expect((object["errors"] as? [String])?.isEmpty == false)
  }

  @Test func anExpiredPageLinkLeadsToTheFirstPageAndSaysSo() async throws {
    let client = try SiteUnderTest.client()
    let expired = try await client.get("/chinook/Track?GenreId=1&_sort=Name&_next=forged")
    #expect(expired.status == .found && expired["Location"] == "/chinook/Track?GenreId=1&_sort=Name")
    let cookie = try #require(expired.cookies)
    let page = try await client.get("/chinook/Track?GenreId=1&_sort=Name", headers: ["Cookie": cookie])
    #expect(page.text.contains("This page link has expired."))
    // Programs are told, and get no other rows than those that they asked for.
    for format in [".json", ".csv", ".ndjson", ".txt"] {
      #expect(try await client.get("/chinook/Track\(format)?_next=forged").status == .badRequest)
    }
  }

  @Test func aMistypedTableLeadsToTheNearestNames() async throws {
    let page = try await SiteUnderTest.client().get("/chinook/Tracks").text
    #expect(page.contains("chinook has no table “Tracks”"))
    #expect(page.contains("href=\"/chinook/Track\""))
    #expect(page.contains("href=\"/chinook/PlaylistTrack\""))
  }

  @Test func aMistypedColumnLeadsToTheNearestNames() async throws {
    let page = try await SiteUnderTest.client().get("/chinook/Track?Nme=Rock").text
    #expect(page.contains("href=\"/chinook/Track?Name=Rock\""))
  }

  @Test(arguments: [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "'; DROP TABLE Track; --", "javascript:alert(1)",
  ])
  func whatSomebodyWroteIsNeverMarkup(text: String) async throws {
    let encoded = text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let client = try SiteUnderTest.client()
    for target in [
      "/\(encoded)", "/chinook/\(encoded)", "/chinook/Track/\(encoded)", "/chinook/Track?\(encoded)=\(encoded)",
      "/chinook/Track?Name=\(encoded)", "/chinook/Track?_sort=\(encoded)", "/chinook/Track?_next=\(encoded)",
    ] {
      let page = try await client.get(target)
      #expect(
        !page.text.contains("<script>") && !page.text.contains("<img src=x") && !page.text.contains("href=\"javascript")
      )
    }
    #expect(try await client.settled("/chinook/Track").text.contains("<b>3,503</b> rows"))
  }

  @Test func theNumberOfRowsIsTheSameAfterAHundredHostileTargets() async throws {
    var generator = SystemRandomNumberGenerator()
    let client = try SiteUnderTest.client()
    for _ in 0..<300 {
      let bytes = (0..<Int.random(in: 0..<40, using: &generator)).map { _ in
        UInt8.random(in: 0x21..<0x7F, using: &generator)
      }
      let target = "/chinook/" + String(decoding: bytes.filter { $0 != UInt8(ascii: "#") }, as: UTF8.self)
      let status = try await client.get(target).status.code
      #expect([200, 400, 404].contains(status), "\(target)")
    }
  }
}
