import Foundation
import Testing

/// A few rounds of what Tests/Durability/run does at length.
@Suite struct DurabilityTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Durability")

  @Test(arguments: [("killing.py", ["5", "4"]), ("crowd.py", ["2", "8"])])
  func whatIsAcknowledgedStays(script: String, arguments: [String]) async throws {
    try await TemporaryFolder.with { temporary in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["python3", Self.folder.appendingPathComponent(script).path, Program.url.path] + arguments
      process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": temporary.url.path]) { $1 }
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = try temporary.handle("output")
      process.standardError = try temporary.handle("errors")
      try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
        process.terminationHandler = { _ in ended.resume() }
        do { try process.run() } catch { ended.resume(throwing: error) }
      }
      let said = try temporary.text("output") + temporary.text("errors")
      #expect(process.terminationStatus == 0, "\(said)")
    }
  }
}
