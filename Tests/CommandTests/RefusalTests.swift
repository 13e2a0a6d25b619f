import Foundation
import SeededNumbers
import Testing

@Suite struct RefusalTests {
  @Test(
    arguments: Thoroughness.some(
      [
        ["--nonsense"], ["nonsense"], ["get"], ["render"], ["get", "/", "--header", "no colon"],
        ["serve", "--port", "65536"], ["serve", "--host", "not a host"], ["serve", "--public", "/nowhere"],
        ["serve", "--page-size", "0"], ["serve", "--page-size", "x"],
        ["serve", "--page-size", "10", "--max-page-size", "5"],
        ["serve", "--base-path", "data"], ["serve", "--log-level", "loud"], ["serve", "--language", "no tag"],
        ["serve", "--allowed-host", "http://a"], ["serve", "--trusted-proxy", "proxy"],
        ["serve", "--public-url", "a/b"],
        ["serve", "--workers", "0"], ["serve", "--max-body-size", "0"], ["serve", "--max-body-size", "9999999"],
        ["serve", "--time-limit", "0"], ["serve", "--page-cache", "-1"], ["serve", "--tls-key", "key.pem"],
        ["serve", "--tls-certificate", "/nowhere/c.pem", "--tls-key", "/nowhere/k.pem"],
        ["serve", "--max-exports", "0"], ["serve", "--header-timeout", "0"], ["serve", "--stop-delay", "-1"],
        ["serve", "--log-format", "xml"], ["serve", "--secret", "a", "--secret-file", "b"],
        ["serve", "--admin-port", "x"],
        ["serve", "--write-time-limit", "0"], ["serve", "--max-connections-per-address", "0"],
      ], quickly: 8))
  func badArgumentsAreRefusedInOneLine(arguments: [String]) async throws {
    try await TemporaryFolder.with { folder in
      let process = Program.process(arguments)
      process.standardOutput = try folder.handle("output")
      process.standardError = try folder.handle("errors")
      try process.run()
      for _ in 0..<3000 where process.isRunning { try await Task.sleep(for: .milliseconds(20)) }
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
      let run = Program.Run(
        exitCode: process.terminationStatus, output: try folder.text("output"), errors: try folder.text("errors"))
      #expect(run.isOneLineRefusal, "\(run)")
    }
  }

  @Test(arguments: [("PAGE_SIZE", "x"), ("PORT", "-1"), ("LOG_LEVEL", "loud")])
  func badEnvironmentIsRefusedInOneLine(variable: String, value: String) async throws {
    let run = try await Program.run("serve", environment: ["TABLEPAGES_\(variable)": value])
    #expect(run.isOneLineRefusal, "\(run)")
  }

  @Test(arguments: ["serve", "get"])
  func filesThatAreNoDatabasesAreRefusedInOneLine(command: String) async throws {
    try await TemporaryFolder.with { folder in
      let header = Array("SQLite format 3\0".utf8)
      let files = [
        folder.path("missing.sqlite"),
        folder.url.path,
        try folder.write("text.sqlite", "Once upon a time there was a file of text".utf8),
        try folder.write("encrypted.sqlite", (0..<8192).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }),
        try folder.write("corrupt.sqlite", header + [UInt8](repeating: 0xFF, count: 8176)),
      ]
      for file in files {
        let run =
          try await (command == "get" ? Program.run("get", "/", file) : Program.run("serve", "--port", "0", file))
        #expect(run.isOneLineRefusal, "\(file): \(run)")
        #expect(run.errors.contains(file), "\(run)")
      }
    }
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func aFileThatMayNotBeReadIsRefusedInOneLine() async throws {
    try await TemporaryFolder.with { folder in
      let file = try folder.write("secret.sqlite", [])
      try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file)
      let run = try await Program.run("get", "/", file)
      #expect(run.isOneLineRefusal, "\(run)")
    }
  }
}
