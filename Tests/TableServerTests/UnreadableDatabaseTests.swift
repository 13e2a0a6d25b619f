import Foundation
import MetricsText
import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import SiteConfiguration
import SiteTables
import Testing

@testable import TableServer

/// Databases that go missing, break or are locked while they are served: what the site shares goes on without them, and says which they are.
@Suite struct UnreadableDatabaseTests {
  private static let broken = ["gone", "garbage", "locked"]
  private static let pages = [
    "/", "/-/search?q=found", "/-/databases", "/-/metadata", "/-/openapi", "/-/health", "/-/health/live",
    "/-/health/ready",
  ]
  private static let data = [
    "/.json", "/-/search.json?q=found", "/-/databases.json", "/-/metadata.json", "/-/openapi.json",
  ]
  /// Only for those who administer the site.
  private static let administration = [
    "/-/settings", "/-/versions", "/-/settings.json", "/-/versions.json", "/-/metrics",
  ]

  @Test(arguments: TestClient.Transport.allCases)
  func whatIsSharedGoesOnAndSaysWhichCantBeRead(over transport: TestClient.Transport) async throws {
    try await Self.with { folder, site in
      try await TestClient.with(try TableServer(unchecked: site, metrics: PrometheusMetrics().factory), over: transport)
      {
        client in
        for name in ["good"] + Self.broken { #expect(try await client.get("/\(name).json").status == .ok) }
        try await Self.breaking(folder) {
          try await Self.check(client)
          for target in Self.administration { #expect(try await client.get(target).status == .ok, "\(target)") }
          #expect(try await client.get("/-/health/ready").text == "ready; 3 of 4 databases can't be read\n")
        }
      }
    }
  }

  /// Those who may read a part see it through databases opened for them, which can't be opened any more.
  @Test func whoeverMayReadAPartGoesOnToo() async throws {
    try await Self.with { folder, site in
      site.access = try AccessFile(
        yaml: "everyone: {good: {item: read}, gone: {item: read}, garbage: {item: read}, locked: {item: read}}")
      let server = try TableServer(unchecked: site)
      try await Self.breaking(folder) { try await Self.check(.inProcess(server)) }
      // They are there again as soon as they can be read.
      try SQLiteDatabaseBuilder.create(atPath: folder.appending(path: "gone.sqlite").path) {
        try $0.execute(Self.statements)
      }
      let client = TestClient.inProcess(server)
      #expect(try await client.get("/locked/item.json").status == .ok)
      #expect(try await client.get("/gone/item.json").rows().count == 1)
      #expect(try await client.get("/.json").text.contains("\"ok\":true,\"database\":\"gone\""))
    }
  }

  private static func check(_ client: TestClient) async throws {
    for target in pages + data {
      let answer = try await client.get(target)
      #expect(answer.status == .ok, "\(target): \(answer.status.code) \(answer.text.prefix(300))")
    }
    let home = try #require(try await client.get("/.json").object()["databases"] as? [[String: Any]])
    let listed = try #require(try await client.get("/-/databases.json").object()["databases"] as? [[String: Any]])
    let search = try await client.get("/-/search.json?q=found").object()
    let unreadable = try #require(search["unreadable"] as? [[String: Any]])
    let described = try #require(try await client.get("/-/openapi.json").object()["x-errors"] as? [String: String])
    #expect(home.map { $0["database"] as? String } == ["good"] + broken)
    #expect(listed.map { $0["name"] as? String } == ["good"] + broken)
    #expect(unreadable.map { $0["database"] as? String } == broken && described.keys.sorted() == broken.sorted())
    for (place, name) in (["good"] + broken).enumerated() {
      let error = home[place]["error"] as? String
      #expect((error == nil) == (name == "good") && (home[place]["ok"] as? Bool) == (name == "good"))
      #expect((listed[place]["error"] as? String) == error)
      guard let error else { continue }
      #expect(error.contains(name) && error.hasSuffix(".") && !error.contains("/"), "\(error)")
      #expect(described[name] == error)
      #expect(unreadable.first { $0["database"] as? String == name }?["error"] as? String == error)
      // The database's own page says so with the status that it has.
      #expect(try await client.get("/\(name)").status == .serviceUnavailable)
      for page in ["/", "/-/search?q=found", "/-/databases"] {
        #expect(
          try await client.get(page).text.replacing("&#39;", with: "'").contains(error), "\(page) about \(name)")
      }
    }
    // What is good is as it always was.
    #expect((home[0]["tables"] as? [[String: Any]])?.first?["name"] as? String == "item")
    #expect(listed[0]["tables"] as? Int == 1 && listed[1]["tables"] == nil)
    #expect((search["tables"] as? [[String: Any]])?.map { $0["database"] as? String } == ["good"])
    #expect(try await client.get("/").text.contains("href=\"/good/item\""))
    #expect(try await client.get("/good/item.json").rows().count == 1)
    #expect(try await client.get("/-/openapi.json").text.contains("/good/item.json"))
  }

  // MARK: The site

  private static let statements =
    "CREATE TABLE item (id INTEGER PRIMARY KEY, text TEXT); INSERT INTO item VALUES (1, 'found');"

  private static func with(_ test: (URL, inout Site) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "unreadable-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var site = Site()
    var options = SQLiteDatabase.Options()
    options.busyMilliseconds = 20
    for name in ["good"] + broken {
      let path = folder.appending(path: name + ".sqlite").path
      try SQLiteDatabaseBuilder.create(atPath: path) { try $0.execute(statements) }
      site.databases.append(try SQLiteDatabase.open(path: path, options: options))
    }
    try await test(folder, &site)
  }

  /// Runs a test while one of the files is gone, one holds something else, and one is locked by another program.
  private static func breaking(_ folder: URL, _ test: () async throws -> Void) async throws {
    try FileManager.default.removeItem(at: folder.appending(path: "gone.sqlite"))
    let garbage = try FileHandle(forWritingTo: folder.appending(path: "garbage.sqlite"))
    try garbage.truncate(atOffset: 0)
    try garbage.write(contentsOf: Data(String(repeating: "This is no database. ", count: 40).utf8))
    try garbage.close()
    let program = """
      import sqlite3, sys
      connection = sqlite3.connect(sys.argv[1], isolation_level=None)
      connection.execute('BEGIN EXCLUSIVE')
      print('locked', flush=True)
      sys.stdin.read()
      """
    let process = Process(), input = Pipe(), output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", program, folder.appending(path: "locked.sqlite").path]
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    defer {
      try? input.fileHandleForWriting.close()
      process.waitUntilExit()
    }
    #expect(output.fileHandleForReading.availableData.starts(with: "locked".utf8))
    try await test()
  }
}
