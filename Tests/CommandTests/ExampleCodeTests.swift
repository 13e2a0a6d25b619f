import Foundation
import SeededNumbers
import Testing

/// Swift as users of the library write it, compiled as a program of theirs: with what is public, and nothing else.
@Suite struct ExampleCodeTests {
  @Test(.enabled(if: Thoroughness.isFull, "it compiles the code of all articles"))
  func theCodeOfEachArticleCompiles() async throws {
    var count = 0
    for article in try [Article.readme()] + Article.all() {
      let blocks = article.blocks("swift")
      guard !blocks.isEmpty else { continue }
      // The blocks of an article are one program, of which each goes on where the last one ended.
      let problems = try await TemporaryFolder.with { folder in
        try await Self.problems(inFiles: [folder.write("main.swift", blocks.joined(separator: "\n").utf8)])
      }
      #expect(problems == "", "\(article.name)")
      count += 1
    }
    #expect(count > 1)
  }

  @Test func theExamplesUseWhatUsersHave() async throws {
    let root = Article.root.appendingPathComponent("Sources/ExampleTables")
    let products = Program.url.deletingLastPathComponent()
    var files: [String] = []
    for folder in [root, products.appendingPathComponent("ExampleTables.build/DerivedSources")] {
      files += Self.files(in: folder).filter { $0.hasSuffix(".swift") }
    }
    #expect(files.count > 10)
    #expect(
      try await Self.problems(
        inFiles: files, ["-parse-as-library", "-module-name", "Examples", "-package-name", "examples"]) == "")
  }

  /// What the compiler says about a program that isn't part of this package.
  private static func problems(inFiles files: [String], _ options: [String] = []) async throws -> String {
    let products = Program.url.deletingLastPathComponent()
    let arguments = ["-typecheck", "-swift-version", "6", "-I", products.appendingPathComponent("Modules").path]
    let maps = moduleMaps().flatMap { ["-Xcc", "-fmodule-map-file=" + $0] }
    let upcoming = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
      .flatMap { ["-enable-upcoming-feature", $0] }
    let run = try await Program.run(arguments + upcoming + options + maps + files, of: "swiftc")
    return run.exitCode == 0 ? "" : String(run.errors.prefix(4_000))
  }

  /// Those of the modules in C that the library's modules import.
  private static func moduleMaps() -> [String] {
    // Where all is built, such as `.build`, above a folder for the machine and one for the configuration.
    let built = Program.url.resolvingSymlinksInPath().pathComponents.dropLast(3).joined(separator: "/")
    let places = [Article.root.appendingPathComponent("Sources"), URL(fileURLWithPath: built + "/checkouts")]
    return places.flatMap(files(in:)).filter { $0.contains(/\/Sources\/[^\/]+\/(include\/)?module\.modulemap$/) }
  }

  private static func files(in folder: URL) -> [String] {
    let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects
    return (found as? [URL] ?? []).map(\.path)
  }
}
