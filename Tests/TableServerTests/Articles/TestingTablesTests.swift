import Foundation
import MicroHTTP
import MicroHTTPTesting
import TablePages
import Testing

// What follows up to the tests stands in the article as it is here, without `private`.

private struct Stop: CellViewModel { let id: RowKey, name: String, line: Int }

private func stops() throws -> Site {
  var site = Site()
  let table = try MemoryTable(
    "Stops", columns: [.init("name", \.name), .init("line", \.line)],
    rows: [
      Stop(id: 1, name: "Harbour", line: 2), Stop(id: 2, name: "Airport", line: 2), Stop(id: 3, name: "Zoo", line: 5),
    ])
  site.mount(table, at: "/stops")
  return site
}

private func client(of site: Site) async throws -> TestClient {
  .inProcess(try await TableServer(site))
}

private func stopsOfLineTwo(_ client: TestClient) async throws -> String {
  let response = try await client.get("/stops.csv?line=2&_sort=name")
  guard response.status == .ok, response["Content-Type"]?.hasPrefix("text/csv") == true else { return "" }
  return response.text
}

private func client(of site: Site, for name: String) async throws -> TestClient {
  .inProcess(
    try await TableServer(site) { _ in
      Identity(name: name, roles: [], grants: Grants(.write))
    })
}

private func stopsOverASocket() async throws -> String {
  let server = try await TableServer(stops())
  return try await TestClient.with(server, over: .live) { client in try await client.get("/stops.txt").text }
}

/// The examples of the article about tests.
@Suite struct TestingTablesTests {
  @Test func theExamplesOfTheArticleAreThese() throws {
    let own = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8).replacing("private ", with: "")
    let blocks = try SiteUnderTest.blocks("swift", of: "Sources/TablePages/TablePages.docc/TestingTables.md")
    #expect(blocks.count == 4)
    for block in blocks {
      let code = block.replacing("import MicroHTTPTesting\nimport TablePages\n\n", with: "")
      #expect(own.contains(code), "\(block)")
    }
  }

  @Test func stopsOfALineAreSortedByName() async throws {
    let client = try await client(of: stops())
    #expect(try await stopsOfLineTwo(client) == "id,name,line\r\n2,Airport,2\r\n1,Harbour,2\r\n")
    #expect(try await client.get("/stops").text.contains("Harbour"))
    #expect(try await client.get("/stops.json?_shape=objects").rows().count == 3)
  }

  @Test func requestsAreThoseOfAUserAndTravelOverASocketToo() async throws {
    var site = Site()
    site.mount(at: "/mine") { _, visitor in
      try MemoryTable(
        "Mine", columns: [.init("name", \.name)], rows: [Stop(id: 1, name: visitor.name ?? "nobody", line: 1)])
    }
    let client = try await client(of: site, for: "ada")
    #expect(try await client.get("/mine.json?_shape=array").text.contains("ada"))
    #expect(try await stopsOverASocket().contains("Airport"))
  }
}
