import Foundation
import Testing

/// The program as a server, for the time of a test.
struct RunningServer {
  let process: Process
  let folder: TemporaryFolder
  let port: UInt16

  /// Starts `serve` on a free port, runs the body, and stops the server if the body has not.
  /// - Parameter openFiles: how many files it may have open.
  static func with<Result>(
    _ arguments: [String] = [], environment: [String: String] = [:], openFiles: Int? = nil,
    _ body: (RunningServer) async throws -> Result
  ) async throws -> Result {
    try await TemporaryFolder.with { folder in
      let command = ["serve", "--port", "0"] + arguments
      let process =
        openFiles.map { limit in
          // The shell becomes the program, so that signals reach it.
          Program.process(
            ["-c", "ulimit -n \(limit); exec \"$@\"", "sh", Program.url.path] + command, of: "sh",
            environment: environment)
        } ?? Program.process(command, environment: environment)
      process.standardOutput = try folder.handle("output")
      process.standardError = try folder.handle("errors")
      try process.run()
      defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
      for _ in 0..<3000 {
        let lines = try folder.text("output").split(separator: "\n", omittingEmptySubsequences: false)
        if lines.count > 1, let line = lines.first {
          let port = try #require(
            line.split(separator: ":").last.flatMap { UInt16($0.prefix { $0.isNumber }) }, "\(line)")
          return try await body(RunningServer(process: process, folder: folder, port: port))
        }
        try await Task.sleep(for: .milliseconds(20))
      }
      throw CocoaError(.fileReadUnknown, userInfo: ["errors": try folder.text("errors")])
    }
  }

  /// Asks for a path by the program's own probe: the exit code of its health check.
  func healthCheck() async throws -> Program.Run {
    try await Program.run("healthcheck", environment: ["TABLEPAGES_PORT": String(port)])
  }

  /// Sends a signal and waits for the end: the exit code, or minus the signal that ended it.
  func stop(by signal: Int32) async throws -> Int32 {
    kill(process.processIdentifier, signal)
    for _ in 0..<3000 where process.isRunning { try await Task.sleep(for: .milliseconds(10)) }
    try #require(!process.isRunning, "the server does not end")
    return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
  }
}
