import Testing

@Suite struct HelpTests {
  @Test(arguments: ["serve", "get", "render", "check", "password", "token", "healthcheck", "copy"])
  func everyCommandTeaches(command: String) async throws {
    let help = try await Program.run(command, "--help")
    #expect(help.exitCode == 0)
    #expect(help.errors.isEmpty)
    #expect(help.output.contains("USAGE: tablepages \(command)"))
  }

  @Test func theProgramTeachesByExamples() async throws {
    let help = try await Program.run("--help")
    #expect(help.exitCode == 0)
    #expect(help.output.contains("\n  tablepages serve shop.sqlite\n"))
    for command in ["serve", "get", "render"] { #expect(help.output.contains("\n  \(command) ")) }
  }

  @Test func theVersionIsOneLine() async throws {
    let version = try await Program.run("--version")
    #expect(version.exitCode == 0)
    #expect(version.output.wholeMatch(of: /tablepages \d+\.\d+\.\d+\n/) != nil)
  }
}
