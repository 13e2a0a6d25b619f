import Foundation
import Testing

/// Queries that are saved in the file of `--saved-queries`.
@Suite struct SavedQueriesCommandTests {
  /// Sends JSON as a program does, without the cookies that other tests leave in what they share.
  /// - Returns: what is said, and the status behind it.
  private static func post(_ body: String, to url: String, token: String) async throws -> String {
    try await Program.run(
      ["-sS", "-w", "%{http_code}", "-H", "Authorization: Bearer \(token)", "-d", body, url], of: "curl"
    ).output
  }

  @Test func whatWasAcknowledgedIsThereAfterAKill() async throws {
    try await TemporaryFolder.with { folder in
      let (access, token) = try await folder.access(granting: "read")
      let queries = folder.path("queries.json")
      let arguments = ["--saved-queries", queries, "--access", access]
      for number in 1...3 {
        try await RunningServer.with(arguments) { server in
          let body = "{\"name\": \"query \(number)\", \"sql\": \"select \(number)\", \"shared\": true}"
          let said = try await Self.post(
            body, to: "http://127.0.0.1:\(server.port)/stations/-/queries/-/save", token: token)
          #expect(said.hasSuffix("201"), "\(said)")
          _ = try await server.stop(by: SIGKILL)
        }
      }
      try await RunningServer.with(arguments) { server in
        let text = try await fetched("http://127.0.0.1:\(server.port)/stations/-/queries.json")
        for number in 1...3 { #expect(text.contains("\"name\":\"query \(number)\""), "\(text)") }
      }
    }
  }

  @Test func aFileOfSomethingElseIsRefusedInOneLineAndLeftAsItIs() async throws {
    try await TemporaryFolder.with { folder in
      let path = try folder.write("notes.txt", "buy milk".utf8)
      let run = try await Program.run("serve", "--port", "0", "--saved-queries", path)
      #expect(run.isOneLineRefusal && run.errors.contains("holds something else"), "\(run)")
      #expect(try folder.text("notes.txt") == "buy milk")
    }
  }

  @Test func savingWithoutSQLIsRefusedInOneLine() async throws {
    let run = try await Program.run("serve", "--no-sql", "--saved-queries", "/tmp/queries.json")
    #expect(run.isOneLineRefusal, "\(run)")
  }

  @Test func whereNobodyIsNamedTheOwnerSavesByALink() async throws {
    try await TemporaryFolder.with { folder in
      try await RunningServer.with(["--saved-queries", folder.path("queries.json")]) { server in
        // The address comes first, and the link behind it.
        var said = ""
        for _ in 0..<3000 where !said.contains("owner link") {
          said = try server.folder.text("output")
          try await Task.sleep(for: .milliseconds(20))
        }
        #expect(said.contains("One-time owner link (saving queries): http://127.0.0.1:"))
      }
    }
  }
}
