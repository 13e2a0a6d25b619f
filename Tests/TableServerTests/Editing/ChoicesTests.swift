import Foundation
import MicroHTTP
import MicroHTTPTesting
import TableServer
import Testing

/// Rows that a reference can mean.
@Suite struct ChoicesTests {
  private struct Answer: Decodable {
    struct Choice: Decodable { let value, title: String }
    let choices: [Choice]
  }

  private func choices(_ query: String) async throws -> [String] {
    let answer = try await SiteUnderTest.client().get("/chinook/Artist/-/choices?" + query)
    #expect(answer.status == .ok)
    return try JSONDecoder().decode(Answer.self, from: Data(answer.text.utf8)).choices.map { "\($0.value) \($0.title)" }
  }

  @Test func theyAreFoundByKeyAndByName() async throws {
    #expect(try await choices("_column=ArtistId&q=metal") == ["50 Metallica"])
    #expect(try await choices("_column=ArtistId&q=50") == ["50 Metallica"])
    #expect(try await choices("_column=ArtistId&q=ac%2F").first == "1 AC/DC")
    #expect(try await choices("_column=ArtistId").count == 50)
  }

  @Test func aColumnIsNeeded() async throws {
    let client = try SiteUnderTest.client()
    for query in ["", "?_column=Nothing"] {
      #expect(try await client.get("/chinook/Artist/-/choices" + query).status == .badRequest)
    }
    #expect(try await client.get("/chinook/Nothing/-/choices?_column=x").status != .ok)
  }
}
