import Foundation
import PostgreSQLServer
import Testing

/// The Compose files of the article about many servers.
@Suite struct ScalingOutTests {
  private let files: [ComposeFile]

  init() throws {
    files = try Article("ScalingOut").blocks("yaml").map { try ComposeFile($0) }
    try #require(files.count == 2)
    try #require(files.allSatisfy { $0.servers.count == 1 })
  }

  @Test func theServersHaveOptionsAndVariablesOfTheProgram() async throws {
    let help = try await Program.run("serve", "--help").output
    let options = Set(help.matches(of: /--[a-z][a-z-]+/).map { String($0.output) })
    for server in files.flatMap(\.servers) {
      let command = try #require(server.command)
      #expect(command.first == "serve")
      for argument in command where argument.hasPrefix("-") {
        #expect(options.contains(String(argument.prefix { $0 != "=" })), "\(argument)")
      }
      for name in (server.environment ?? [:]).keys where name.hasPrefix("TABLEPAGES_") {
        let option = "--" + name.dropFirst("TABLEPAGES_".count).lowercased().replacing("_", with: "-")
        #expect(options.contains(option), "\(name)")
      }
    }
  }

  /// The image has no shell, one port, and a health check of its own.
  @Test func theServersUseTheImageAsItIs() throws {
    let image = try String(contentsOf: Article.root.appending(path: "Dockerfile"), encoding: .utf8)
    let port = try #require(image.firstMatch(of: /EXPOSE (\d+)/)?.1)
    #expect(image.contains("\nHEALTHCHECK ") && image.contains("\nUSER 10001:10001\n"))
    #expect(image.contains("\nENTRYPOINT [\"/usr/bin/tablepages\"]\n"))
    for file in files {
      for server in file.servers {
        #expect(server.healthcheck == nil)
        for published in server.ports ?? [] { #expect(published.hasSuffix(":\(port)"), "\(published)") }
      }
      for balancer in (file.configs ?? [:]).values where balancer.content.contains("server-template") {
        #expect(balancer.content.contains(" server:\(port) "))
      }
    }
  }

  @Test func whatAFileNamesIsInIt() {
    for file in files {
      for (name, service) in file.services {
        for other in service.dependencies { #expect(file.services[other] != nil, "\(name): \(other)") }
        for config in service.configs ?? [] { #expect(file.configs?[config.source] != nil, "\(name): \(config)") }
        for volume in service.volumes ?? [] where !volume.hasPrefix(".") {
          #expect(file.volumes?.keys.contains(String(volume.prefix { $0 != ":" })) == true, "\(name): \(volume)")
        }
        for host in (service.command ?? []).flatMap({ $0.matches(of: /@([a-z,]+)\//) }) {
          for host in host.1.split(separator: ",") { #expect(file.services[String(host)] != nil, "\(host)") }
        }
      }
    }
  }

  /// With a database, an access file and ports of the test's own, and all else as it is written.
  @Test func theServersStart() async throws {
    let database = try TestDatabase("CREATE TABLE things (id integer PRIMARY KEY); INSERT INTO things VALUES (1)")
    for server in files.flatMap(\.servers) {
      try await TemporaryFolder.with { folder in
        let people = try folder.write("people.yaml", "everyone: read\n".utf8)
        let arguments = (server.command ?? []).dropFirst().map { argument in
          argument.hasPrefix("postgresql:") || argument.hasPrefix("--read-from=postgresql:")
            ? argument.replacing(/postgresql:.*/, with: database.address)
            : argument.replacing("/etc/tablepages/people.yaml", with: people).replacing("9090", with: "0")
        }
        try await RunningServer.with(arguments, environment: ["TABLEPAGES_SECRET": "0123456789abcdef"]) { server in
          let url = "http://127.0.0.1:\(server.port)/\(database.name)/things.json"
          let run = try await Program.run(["-sS", "--fail-with-body", url], of: "curl")
          #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        }
      }
    }
  }

  @Test func theBalancersSettingsAreGood() async throws {
    let settings = try #require(files.last?.configs?["balancer"]?.content)
    try await TemporaryFolder.with { folder in
      let file = try folder.write("haproxy.cfg", settings.utf8)
      let run = try await Program.run(
        ["-c", "PATH=$PATH:/usr/sbin exec haproxy -c -f \"$0\"", file], of: "sh")
      #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    }
  }

  /// With its place and its users those of the test, and all else as it is written.
  @Test func thePoolersSettingsAreGood() async throws {
    let text = try #require(files.last?.configs?["pooler"]?.content)
    let database = try TestDatabase("CREATE TABLE things (id integer PRIMARY KEY); INSERT INTO things VALUES (1)")
    let pooler = try Pooler(before: .shared, connections: 5, settings: Pooler.settings(in: text))
    try await RunningServer.with([pooler.address(of: database.name)]) { server in
      let url = "http://127.0.0.1:\(server.port)/\(database.name)/things.csv"
      let run = try await Program.run(["-sS", "--fail-with-body", url], of: "curl")
      #expect(run.exitCode == 0 && run.output == "id\r\n1\r\n", "\(run.output)\(run.errors)")
    }
  }

  /// What the tables of the arithmetic begin with is what a server opens at most.
  @Test func theConnectionsAreCountedRight() throws {
    let text = try Article("ScalingOut").text
    let rows = text.matches(of: /\n\| [^|]+ \|[^|]*\| (\d+) \|(?=\n)/).compactMap { Int($0.1) }
    let total = rows.reduce(0, +)
    #expect(rows.count == 7 && text.contains("These are \(total),"))
    let counts = [1, 3, 10, 100, 1_000].map { ($0 * total).formatted(.number.locale(Locale(identifier: "en_US"))) }
    #expect(text.contains("| connections with the defaults | \(counts.joined(separator: " | ")) |"))
  }
}
