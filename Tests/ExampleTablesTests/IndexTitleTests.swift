import ExampleTables
import Foundation
import MicroHTTPTesting
import TablePages
import Testing

@Suite struct IndexTitleTests {
  let client: TestClient

  init() throws {
    var site = Site()
    site.options.pageSize = 5
    try ExampleTables.mount(on: &site)
    client = .inProcess(try TableServer(unchecked: site))
  }

  @Test func aTitleLeadsToThePageWhereItsSectionStarts() async throws {
    let answer = try await client.get("/examples/contacts?_index=F")
    #expect(answer.status == .found)
    let address = try #require(answer["Location"])
    #expect(address.hasSuffix("#section-F"))
    let page = try await client.get(String(address.prefix { $0 != "#" })).text
    #expect(page.contains("id=\"section-F\""))
  }

  @Test func peopleAreLedToTheNearestThatFollowsAndProgramsAreToldThatThereIsNone() async throws {
    let titles = try await client.get("/examples/contacts").text.matches(of: /href="[^"]*#section-([A-Z])"/).map {
      String($0.1)
    }
    let missing = try #require(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init).first { letter in
        !titles.contains(letter) && titles.contains { $0 > letter }
      })
    let next = try #require(titles.first { $0 > missing })
    let answer = try await client.get("/examples/contacts?_index=\(missing)")
    #expect(answer["Location"]?.hasSuffix("#section-\(next)") == true)
    #expect(try await client.get("/examples/contacts.json?_index=\(missing)").status == .notFound)
    #expect(try await client.get("/examples/contacts.json?_index=\(next)").status == .found)
    #expect(try await client.get("/examples/contacts?_index=~").status == .notFound)
  }
}
