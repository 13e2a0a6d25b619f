import Foundation
import SeededNumbers
import Testing

/// A few rounds of what Tests/Durability/run does at length.
@Suite struct DurabilityTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Durability")

  @Test(
    arguments: Thoroughness.isFull
      ? [("killing.py", ["5", "4"]), ("crowd.py", ["2", "8"])]
      : [("killing.py", ["2", "4"]), ("crowd.py", ["1", "8"])])
  func whatIsAcknowledgedStays(script: String, arguments: [String]) async throws {
    try await TemporaryFolder.with { temporary in
      let run = try await Program.run(
        [Self.folder.appendingPathComponent(script).path, Program.url.path] + arguments, of: "python3",
        environment: ["TMPDIR": temporary.url.path])
      #expect(run.exitCode == 0, "\(run.output + run.errors)")
    }
  }
}
