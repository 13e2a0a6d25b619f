import Foundation
import Testing

@Suite struct ServeCommandTests {
  @Test(arguments: [SIGTERM, SIGINT])
  func tellsWhereItListensAndStopsInOrder(signal: Int32) async throws {
    try await RunningServer.with { server in
      let output = try server.folder.text("output")
      #expect(output == "TablePages serves http://127.0.0.1:\(server.port)/\n")
      let health = try await server.healthCheck()
      #expect(health.exitCode == 0, "\(health.errors)")
      let exitCode = try await server.stop(by: signal)
      #expect(exitCode == 0)
      let after = try await server.healthCheck()
      #expect(after.isOneLineRefusal)
    }
  }

  @Test func takesTheSampleAwayAtItsEnd() async throws {
    try await TemporaryFolder.with { temporary in
      try await RunningServer.with(environment: ["TMPDIR": temporary.url.path]) { server in
        let during = try FileManager.default.contentsOfDirectory(atPath: temporary.url.path)
        #expect(during.count == 1)
        let exitCode = try await server.stop(by: SIGTERM)
        #expect(exitCode == 0)
      }
      let after = try FileManager.default.contentsOfDirectory(atPath: temporary.url.path)
      #expect(after == [])
    }
  }

  @Test func saysInOneLineThatThePortIsTaken() async throws {
    try await RunningServer.with { server in
      let other = try await Program.run("serve", "--port", String(server.port))
      #expect(other.isOneLineRefusal, "\(other)")
      #expect(other.errors.contains(String(server.port)))
    }
  }

  /// The status and the body of a page, asked for by curl.
  private func asked(_ server: RunningServer, _ target: String, _ headers: String...) async throws -> String {
    try await Program.run(
      headers.flatMap { ["-H", $0] } + ["-sS", "-w", "%{http_code}", "http://127.0.0.1:\(server.port)\(target)"],
      of: "curl"
    ).output
  }

  @Test func answersToItsOwnNamesAlone() async throws {
    try await RunningServer.with { server in
      let own = try await asked(server, "/-/health", "Host: localhost")
      #expect(own.hasSuffix("200"))
      let foreign = try await asked(server, "/-/health", "Host: evil.example")
      #expect(foreign.contains("evil.example") && foreign.contains("--allowed-host") && foreign.hasSuffix("421"))
    }
    try await RunningServer.with(["--allowed-host", "a.example, *.b.example"]) { server in
      for (host, status) in [("a.example", "200"), ("x.b.example", "200"), ("c.example", "421")] {
        let answer = try await asked(server, "/-/health", "Host: \(host)")
        #expect(answer.hasSuffix(status))
      }
    }
  }

  @Test func believesTheProxyThatItIsTold() async throws {
    let headers = ["X-Forwarded-For: 192.0.2.7", "X-Forwarded-Proto: https", "X-Forwarded-Host: data.example"]
    for (options, origin) in [
      (["--trusted-proxy", "127.0.0.1", "--allowed-host", "data.example"], "https://data.example/"),
      (["--trusted-proxy", "10.0.0.0/8"], "http://127.0.0.1"),
      (["--public-url", "https://b.example"], "https://b.example/"),
    ] {
      try await RunningServer.with(options + ["--access-log"]) { server in
        let page = try await asked(server, "/stations/readings.json?_size=2", headers[0], headers[1], headers[2])
        #expect(page.contains("\"next_url\":\"\(origin)") || page.contains("\"next_url\": \"\(origin)"), "\(page)")
        _ = try await server.stop(by: SIGTERM)
        let log = try server.folder.text("errors")
        #expect(log.contains("192.0.2.7") == (origin == "https://data.example/"))
      }
    }
  }

  @Test func listensOnAUnixSocket() async throws {
    try await TemporaryFolder.with { folder in
      let process = Program.process(["serve", "--unix-socket", folder.path("socket")])
      process.standardOutput = try folder.handle("output")
      try process.run()
      defer { kill(process.processIdentifier, SIGKILL) }
      for _ in 0..<3000 where try folder.text("output").isEmpty { try await Task.sleep(for: .milliseconds(20)) }
      let health = try await Program.run("healthcheck", "--unix-socket", folder.path("socket"))
      #expect(health.exitCode == 0, "\(health.errors)")
    }
  }
}
