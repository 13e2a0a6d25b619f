import Foundation
import FoundationNetworking
import Testing

/// Queries that are saved in the file of `--saved-queries`.
@Suite struct SavedQueriesCommandTests {
  /// Asks for a change. - Returns: the status, and what is said.
  private static func post(_ port: UInt16, _ path: String, _ body: String, token: String) async throws -> (Int, String)
  {
    var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)\(path)")))
    request.httpMethod = "POST"
    // Cookies of other tests' servers would make it the request of a browser that doesn't say from which page it comes.
    request.httpShouldHandleCookies = false
    request.httpBody = Data(body.utf8)
    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    let (data, answer) = try await URLSession.shared.data(for: request)
    return (try #require(answer as? HTTPURLResponse).statusCode, String(decoding: data, as: UTF8.self))
  }

  @Test func whatWasAcknowledgedIsThereAfterAKill() async throws {
    try await TemporaryFolder.with { folder in
      let made = try await Program.run("token").output
      let token = try #require(made.firstMatch(of: /token: (\S+)/)?.output.1)
      let hash = try #require(made.firstMatch(of: /hash: ("\S+")/)?.output.1)
      let access = try folder.write(
        "access.yaml", "everyone: read\nroles: {r: read}\ntokens: {ada: {hash: \(hash), roles: [r]}}\n".utf8)
      let queries = folder.path("queries.json")
      let arguments = ["--saved-queries", queries, "--access", access]
      for number in 1...3 {
        try await RunningServer.with(arguments) { server in
          let body = "{\"name\": \"query \(number)\", \"sql\": \"select \(number)\", \"shared\": true}"
          let (status, said) = try await Self.post(
            server.port, "/stations/-/queries/-/save", body, token: String(token))
          #expect(status == 201, "\(said)")
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
