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
