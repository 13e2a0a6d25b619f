import Foundation
import Testing

@Suite struct ArticleTests {
  @Test func theOptionsAreThoseOfTheProgram() async throws {
    let help = try await Program.run("serve", "--help").output
    let known = Set(help.matches(of: /--[a-z][a-z-]+/).map { String($0.output) }).subtracting(["--help", "--version"])
    let rows = try Article("ServingFiles").text.split(separator: "\n").filter { $0.hasPrefix("| `-") }
    let told = Set(rows.flatMap { $0.matches(of: /`(--[a-z-]+)`/).map { String($0.output.1) } })
    #expect(told == known)
  }

  /// Each option can also be set by an environment variable, as the article says.
  @Test func eachOptionHasAVariable() async throws {
    let help = try await Program.run("serve", "--help").output
    let options = Set(help.matches(of: /--[a-z][a-z-]+/).map { String($0.output) }).subtracting(["--help", "--version"])
    let known = try String(
      contentsOf: Article.root.appending(path: "Sources/tablepages/Options/EnvironmentArguments.swift"), encoding: .utf8
    )
    for option in options { #expect(known.contains("(\"\(option.dropFirst(2))\", "), "\(option)") }
  }

  @Test func theFilesOfTheArticlesAreGood() async throws {
    try await TemporaryFolder.with { folder in
      let shop = try await shop(in: folder)
      try FileManager.default.createDirectory(atPath: folder.path("nibs"), withIntermediateDirectories: false)
      let people = try await people(in: folder)
      let restrictions = try #require(try Article("WhoMay").blocks("yaml").last)
      for yaml in try Article("TheSiteFile").blocks("yaml") + [restrictions] {
        let file = try folder.write("shop.yaml", yaml.utf8)
        let run = try await Program.run("check", "--site", file, "--access", people.file, shop)
        #expect(run.exitCode == 0, "\(run.errors)")
      }
    }
  }

  @Test func theExamplesWork() async throws {
    try await TemporaryFolder.with { folder in
      let shop = try await shop(in: folder)
      let people = try await people(in: folder)
      try await RunningServer.with { sample in
        try await RunningServer.with(["--writable", "--access", people.file, shop]) { shop in
          var count = 0
          for article in try [Article.readme()] + Article.all() {
            let lines = article.blocks("sh").flatMap { $0.split(separator: "\n") }
            // What has an ellipsis in it is left to the reader.
            for line in lines where line.hasPrefix("curl ") && !line.contains("…") {
              let port = line.contains("8080/shop/") ? shop.port : sample.port
              let command = line.replacing("127.0.0.1:8080", with: "127.0.0.1:\(port)")
              let run = try await Program.run(
                ["-c", "curl() { command curl -sS --fail-with-body \"$@\"; }; " + command], of: "sh",
                environment: ["TOKEN": people.token])
              #expect(run.exitCode == 0, "\(line)\n\(run.output)\(run.errors)")
              count += 1
            }
          }
          #expect(count > 25)
        }
      }
    }
  }

  /// The database of the article about writing.
  private func shop(in folder: TemporaryFolder) async throws -> String {
    let sql = try Article("WritingRows").blocks("sql").joined()
    let path = folder.path("shop.sqlite")
    let run = try await Program.run([path], of: "sqlite3", input: sql)
    try #require(run.exitCode == 0, "\(run.errors)")
    return path
  }

  /// The access file of the article about it, with a password and a token in place of the ellipses; and that token, of an owner.
  private func people(in folder: TemporaryFolder) async throws -> (file: String, token: String) {
    let password = try await Program.run(["password"], input: "correct horse\n").output
    let token = try await Program.run("token").output.split(separator: "\n").map(String.init)
    let yaml = try #require(try Article("WhoMay").blocks("yaml").first)
    let completed =
      yaml
      .replacing(/password: "[^"]*"/, with: password.trimmingCharacters(in: .newlines))
      .replacing(/hash: "[^"]*", roles: \[clerks\]/, with: "\(token[1]), roles: [owners]")
    try #require(!completed.contains("…"))
    let file = try folder.write("people.yaml", completed.utf8)
    return (file, String(token[0].dropFirst("token: ".count)))
  }
}
