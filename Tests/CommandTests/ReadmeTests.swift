import Foundation
import Testing

@Suite struct ReadmeTests {
  @Test func theSwiftExampleIsTheOneThatIsCompiled() throws {
    let compiled = Article.root.appendingPathComponent("Tests/ReadmeExample/main.swift")
    let example = String(decoding: try Data(contentsOf: compiled), as: UTF8.self)
    #expect(try Article.readme().blocks("swift") == [example])
    #expect(try Article("TablesInCode").blocks("swift").first == example)
  }

  @Test func itsPicturesAndCommandsAreThere() throws {
    for match in try Article.readme().text.matches(of: /!?\[[^\]]*\]\(([^):]+)\)/) {
      #expect(FileManager.default.fileExists(atPath: Article.root.appendingPathComponent(String(match.1)).path))
    }
    let texts = try [Article.readme()] + Article.all()
    let commands = Set(texts.flatMap { $0.text.matches(of: /Tests\/(?:\w+\/)?run/).map { String($0.output) } })
    #expect(commands.isSuperset(of: ["Tests/run", "Tests/Benchmarks/run", "Tests/Durability/run"]))
    for command in commands.union([".ci/run"]) {
      #expect(FileManager.default.isExecutableFile(atPath: Article.root.appendingPathComponent(command).path))
    }
  }

  @Test func itPointsToEveryArticle() throws {
    let readme = try Article.readme().text
    for article in try Article.all() {
      #expect(readme.contains("](Sources/TablePages/TablePages.docc/\(article.name))"), "\(article.name)")
    }
  }
}
