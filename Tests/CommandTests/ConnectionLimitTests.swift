import Foundation
import Testing

@Suite struct ConnectionLimitTests {
  /// Many more connections at once than are allowed, again and again: afterwards the server answers and stops as if nothing had been.
  @Test(arguments: [["--workers", "1"], ["--workers", "3"]])
  func aBurstOfConnectionsLeavesTheServerWell(workers: [String]) async throws {
    try await RunningServer.with(["--max-connections", "64"] + workers) { server in
      for _ in 0..<12 {
        #expect(ConnectionBurst.run(port: server.port, count: 1_000) > 100)
      }
      try await server.answersAgain()
      let exitCode = try await server.stop(by: SIGTERM)
      #expect(exitCode == 0)
    }
  }

  /// The same where it isn't the server's own limit that is reached first, but that of its open files.
  @Test func aBurstBeyondTheOpenFilesLeavesTheServerWell() async throws {
    try await RunningServer.with(["--max-connections", "100000"], openFiles: 160) { server in
      for _ in 0..<6 {
        #expect(ConnectionBurst.run(port: server.port, count: 1_000) > 100)
      }
      try await server.answersAgain()
      let exitCode = try await server.stop(by: SIGTERM)
      #expect(exitCode == 0)
    }
  }
}

extension RunningServer {
  /// Waits for the server to have got over what was sent to it: until its health check says that it is well.
  func answersAgain() async throws {
    for _ in 0..<200 {
      if try await healthCheck().exitCode == 0 { return }
      try await Task.sleep(for: .milliseconds(100))
    }
    Issue.record("the server no longer answers")
  }
}
