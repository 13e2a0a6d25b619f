import Foundation
import PostgreSQLServer
import Testing

/// Databases of servers on the command line.
@Suite struct DatabaseServerTests {
  private static let rows =
    "CREATE TABLE things (id integer PRIMARY KEY, name text); INSERT INTO things VALUES (1, 'Lamp')"

  /// Other tests share the machine.
  private static let patient = ["--time-limit", "60"]

  private func asked(_ server: RunningServer, _ target: String) async throws -> String {
    try await Program.run(["-sS", "-w", "%{http_code}", "http://127.0.0.1:\(server.port)\(target)"], of: "curl").output
  }

  private func isServed(_ server: RunningServer, _ target: String) async throws -> Bool {
    try await asked(server, target).hasSuffix("200")
  }

  @Test func aDatabaseIsServedBesideFilesAndItsPasswordIsHidden() async throws {
    let sample = try TestDatabase(Self.rows)
    let address = sample.address.replacing("postgres@", with: "postgres:hunter2@")
    try await RunningServer.with(Self.patient + [address, "Tests/Resources/chinook.sqlite"]) { server in
      let page = try await asked(server, "/\(sample.name)/things")
      #expect(page.contains("Lamp") && page.hasSuffix("200"))
      let json = try await asked(server, "/\(sample.name)/things.json?_shape=array")
      #expect(json == "[{\"id\":1,\"name\":\"Lamp\"}]\n200" || json == "[{\"id\":1,\"name\":\"Lamp\"}]200")
      #expect(try await isServed(server, "/chinook/Genre/1.json"))
      let arguments = try String(contentsOfFile: "/proc/\(server.process.processIdentifier)/cmdline", encoding: .utf8)
      #expect(arguments.contains("postgres:xxxxxxx@") && !arguments.contains("hunter2"))
      for target in ["/", "/.json", "/-/settings.json", "/-/versions.json", "/\(sample.name)/things.json?id=x"] {
        let answer = try await asked(server, target)
        #expect(!answer.contains("hunter2"), "\(target)")
      }
    }
  }

  @Test func databasesOfOneNameAreToldApart() async throws {
    let sample = try TestDatabase(Self.rows)
    try await RunningServer.with(Self.patient + [sample.address, sample.address]) { server in
      for name in [sample.name, sample.name + "_2"] {
        let isServed = try await isServed(server, "/\(name)/things.json")
        #expect(isServed, "\(name)")
      }
    }
  }

  @Test func oneThatCannotBeReachedLeavesTheOthersAlone() async throws {
    try await RunningServer.with(
      Self.patient + ["postgresql://u:hunter2@127.0.0.1:1/away", "Tests/Resources/chinook.sqlite"]
    ) {
      server in
      let page = try await asked(server, "/away/things.json")
      #expect(page.contains("can't be reached at the moment") && page.hasSuffix("503"))
      #expect(try await isServed(server, "/"))
      #expect(try await isServed(server, "/chinook/Genre"))
      let log = try server.folder.text("errors")
      #expect(log.contains("can't be reached") && !log.contains("hunter2"))
    }
  }

  @Test func whatCannotBeServedIsRefusedInOneLine() async throws {
    let sample = try TestDatabase(Self.rows)
    for arguments in [
      ["postgresql://u@[::1"], [sample.address.replacing(sample.name, with: "nothing")],
    ] {
      let run = try await Program.run(["serve", "--port", "0"] + arguments)
      #expect(run.isOneLineRefusal, "\(arguments): \(run)")
    }
  }
}
