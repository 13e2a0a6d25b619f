import Foundation
import Testing

@Suite struct ReadmeTests {
  private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: root.appendingPathComponent(path)), as: UTF8.self)
  }

  @Test func theSwiftExampleIsTheOneThatIsCompiled() throws {
    let example = try text("Tests/ReadmeExample/main.swift")
    #expect(try text("README.md").contains("```swift\n\(example)```\n"))
  }

  @Test func theOptionsAreThoseOfTheProgram() async throws {
    let help = try await Program.run("serve", "--help").output
    let table = try text("README.md").split(separator: "\n").filter { $0.hasPrefix("| `-") }
    #expect(table.count >= 10)
    for option in table.flatMap({ $0.matches(of: /`(--[a-z-]+)`/).map(\.1) }) { #expect(help.contains(option)) }
  }

  @Test func itsPicturesAndCommandsAreThere() throws {
    for match in try text("README.md").matches(of: /!\[[^\]]*\]\(([^)]+)\)/) {
      #expect(FileManager.default.fileExists(atPath: root.appendingPathComponent(String(match.1)).path))
    }
    for command in ["Tests/run", "Tests/Benchmarks/run", ".ci/run"] {
      #expect(FileManager.default.isExecutableFile(atPath: root.appendingPathComponent(command).path))
    }
  }
}
