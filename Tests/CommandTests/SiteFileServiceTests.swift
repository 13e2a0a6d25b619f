import Foundation
import Testing

@Suite struct SiteFileServiceTests {
  private func page(_ server: RunningServer, _ path: String) throws -> String {
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)\(path)"))
    return String(decoding: try Data(contentsOf: url), as: UTF8.self)
  }

  /// Asks again until a page says something; a changed file is looked at every second.
  private func waits(_ server: RunningServer, for text: String, at path: String = "/") async throws -> Bool {
    for _ in 0..<600 {
      if try page(server, path).contains(text) { return true }
      try await Task.sleep(for: .milliseconds(100))
    }
    return false
  }

  @Test func aChangedFileIsReadAgainAndABrokenOneIsNot() async throws {
    try await TemporaryFolder.with { folder in
      let nibs = folder.url.appendingPathComponent("nibs")
      try FileManager.default.createDirectory(at: nibs, withIntermediateDirectories: true)
      let nib = nibs.appendingPathComponent("station.html")
      try Data("<b>{{name}}</b>".utf8).write(to: nib)
      let yaml = "nibs: nibs/\ndatabases: {stations: {tables: {stations: {cells: [{nib: station}]}}}}\n"
      let file = try folder.write("site.yaml", ("title: First\n" + yaml).utf8)
      try await RunningServer.with(["--site", file]) { server in
        #expect(try page(server, "/").contains("First"))
        #expect(try page(server, "/stations/stations").contains("\"><b>"))
        _ = try folder.write("site.yaml", ("title: Second\n" + yaml).utf8)
        #expect(try await waits(server, for: "Second"))
        try Data("<i>{{name}}</i>".utf8).write(to: nib)
        #expect(try await waits(server, for: "<i>", at: "/stations/stations"))
        _ = try folder.write("site.yaml", "title: [".utf8)
        for _ in 0..<600 where try !server.folder.text("errors").contains("is invalid") {
          try await Task.sleep(for: .milliseconds(100))
        }
        #expect(try server.folder.text("errors").contains("Invalid YAML"))
        #expect(try page(server, "/").contains("Second"))
        _ = try folder.write("site.yaml", ("title: Third\n" + yaml).utf8)
        #expect(try await waits(server, for: "Third"))
      }
    }
  }
}
