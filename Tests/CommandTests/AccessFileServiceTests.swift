import Foundation
import FoundationNetworking
import Testing

/// An access file that says nothing for a moment opens nothing.
@Suite struct AccessFileServiceTests {
  private func status(_ server: RunningServer) async throws -> Int? {
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/stations/readings.json"))
    return (try await URLSession.shared.data(from: url).1 as? HTTPURLResponse)?.statusCode
  }

  /// How often the file could not be used, once that is more often than before.
  private func refusals(_ server: RunningServer, after known: Int) async throws -> Int {
    for _ in 0..<600 {
      let count =
        try server.folder.text("errors").components(separatedBy: "is invalid; its previous version stays in use").count
        - 1
      if count > known { return count }
      try await Task.sleep(for: .milliseconds(50))
    }
    return known
  }

  @Test func whateverBecomesOfTheFileTheLastGoodOneHolds() async throws {
    try await TemporaryFolder.with { folder in
      let file = try folder.write("access.yaml", "everyone: none\n".utf8)
      let manager = FileManager.default
      let changes: [() throws -> Void] = [
        { try folder.write("access.yaml", []) },
        { try folder.write("access.yaml", "# everyone: none\n".utf8) },
        { try folder.write("access.yaml", "everyone: {stations: {read".utf8) },
        { try folder.write("access.yaml", "every".utf8) },
        { try folder.write("access.yaml", [0xFF, 0xFE, 0x00]) },
        { try manager.removeItem(atPath: file) },
        { try manager.createDirectory(atPath: file, withIntermediateDirectories: false) },
        {
          try manager.removeItem(atPath: file)
          #expect(mkfifo(file, 0o600) == 0)
        },
      ]
      try await RunningServer.with(["--access", file]) { server in
        #expect(try await status(server) == 401)
        var refused = 0
        for (number, change) in changes.enumerated() {
          try change()
          refused = try await refusals(server, after: refused)
          let errors = try server.folder.text("errors")
          #expect(refused == number + 1, "\(errors)")
          #expect(try await status(server) == 401)
        }
        // A good one is used again.
        try manager.removeItem(atPath: file)
        try folder.write("access.yaml", "everyone: read\n".utf8)
        var last: Int?
        for _ in 0..<600 where last != 200 {
          last = try await status(server)
          try await Task.sleep(for: .milliseconds(50))
        }
        #expect(last == 200)
      }
    }
  }

  @Test(arguments: ["", "# nothing\n", "---\n", "everyone: {"])
  func aFileThatCanNotBeUsedEndsTheStart(text: String) async throws {
    try await TemporaryFolder.with { folder in
      let file = try folder.write("access.yaml", text.utf8)
      // One that starts all the same would go on for ever.
      let run = try await Program.run(
        ["300", Program.url.path, "serve", "--port", "0", "--access", file], of: "timeout")
      #expect(run.isOneLineRefusal && run.errors.contains("access.yaml"), "\(run)")
    }
  }

  @Test func whatTheSiteFileClosesStaysClosedWhileItIsEmpty() async throws {
    try await TemporaryFolder.with { folder in
      let file = try folder.write("site.yaml", "allow: false\n".utf8)
      let access = try folder.write("access.yaml", "everyone: read\n".utf8)
      try await RunningServer.with(["--site", file, "--access", access]) { server in
        let before = try await status(server)
        #expect(before == 401 || before == 403)
        try folder.write("site.yaml", [])
        #expect(try await refusals(server, after: 0) == 1)
        #expect(try await status(server) == before)
      }
    }
  }
}
