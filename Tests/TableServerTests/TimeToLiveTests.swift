import MicroHTTP
import MicroHTTPTesting
import TableServer
import Testing

/// How long others may keep data is found in an address however it is written there.
@Suite struct TimeToLiveTests {
  @Test(arguments: [
    "_ttl=60", "%5Fttl=60", "_t%74l=60", "_ttl=%36%30", "_ttl=5&_ttl=60", "_ttl=5&%5fttl=60", "_size=5&_ttl=60",
    "_ttl=60&_size=5", "Name__contains=%25&_ttl=60&_size=5", "&_ttl=60", "&&_ttl=60&",
  ])
  func itIsFound(query: String) async throws {
    let answer = try await SiteUnderTest.client().get("/chinook/Genre.json?\(query)")
    #expect(answer.status == .ok)
    #expect(answer["Cache-Control"] == "max-age=60", "\(query)")
  }

  @Test(arguments: [
    "", "?", "?_size=5", "?Name__contains=_ttl=60", "?Name__contains=%26_ttl%3D60", "?Name__contains=a%3F_ttl%3D60",
    "?Name=_ttl", "?_size=5&Name__not=x_ttl=60",
  ])
  func itIsNotFoundWhereItIsNot(query: String) async throws {
    let answer = try await SiteUnderTest.client().get("/chinook/Genre.json\(query)")
    #expect(answer.status == .ok)
    #expect(answer["Cache-Control"]?.contains("max-age") != true, "\(query)")
  }

  @Test(arguments: ["_ttl", "_ttl=", "_ttl=x", "_ttl=-1", "_ttl=60&_ttl=", "%5Fttl=1.5"])
  func whatIsNoNumberIsRefused(query: String) async throws {
    #expect(try await SiteUnderTest.client().get("/chinook/Genre.json?\(query)").status == .badRequest, "\(query)")
  }
}
