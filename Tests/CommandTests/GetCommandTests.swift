import Foundation
import SeededNumbers
import Testing

@Suite struct GetCommandTests {
  @Test func writesTheBodyOfAPageOfTheSample() async throws {
    let page = try await Program.run("get", "/stations/readings.json?_size=2")
    #expect(page.exitCode == 0, "\(page.errors)")
    let object = try #require(JSONSerialization.jsonObject(with: Data(page.output.utf8)) as? [String: Any])
    #expect((object["rows"] as? [Any])?.count == 2)
  }

  @Test func addressesOfOtherPagesAreWhole() async throws {
    func next(_ arguments: String...) async throws -> String {
      let run = try await Program.run(["get", "/stations/readings.json?_size=2"] + arguments)
      let object = try #require(JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
      return try #require(object["next_url"] as? String)
    }
    #expect(try await next().hasPrefix("http://localhost/stations/readings.json?"))
    #expect(try await next("-H", "host: example.org:81").hasPrefix("http://example.org:81/stations/readings.json?"))
  }

  @Test func tellsTheStatusByTheExitCode() async throws {
    let missing = try await Program.run("get", "/stations/nothing.json")
    #expect(missing.exitCode == 4)
    #expect(missing.output.contains("Table not found"))
    #expect(try await Program.run("get", "/stations/readings?_size=none").exitCode == 4)
  }

  @Test func sendsHeadersAndShowsThoseOfTheAnswer() async throws {
    let page = try await Program.run("get", "/stations/observers", "--header", "Accept: application/json", "--include")
    #expect(page.output.hasPrefix("HTTP/1.1 200 OK\n"))
    #expect(page.output.lowercased().contains("\ncontent-type: application/json"))
  }

  @Test func theEnvironmentGivesOptionsAndTheCommandLineWins() async throws {
    func rows(_ arguments: String...) async throws -> Int {
      let arguments = ["get", "/stations/readings.json"] + arguments
      let run = try await Program.run(arguments, environment: ["TABLEPAGES_PAGE_SIZE": "3"])
      let object = try #require(JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
      return (object["rows"] as? [Any])?.count ?? -1
    }
    #expect(try await rows() == 3)
    #expect(try await rows("--page-size", "4") == 4)
  }

  @Test func whatBrowsersFetchIsPartOfTheProgramAndAFolderAddsToIt() async throws {
    let style = try await Program.run("get", "/-/static/tablepages.css")
    #expect(style.exitCode == 0 && style.output.contains("{"), "\(style.errors)")
    try await TemporaryFolder.with { folder in
      try folder.write("own.css", "b { color: red }".utf8)
      let own = try await Program.run("get", "/-/static/own.css", "--public", folder.path(""))
      #expect(own.output.contains("b { color: red }"), "\(own.errors)")
    }
  }

  @Test(
    arguments: Thoroughness.some(
      [
        "/", "/stations", "/stations/observers", "/stations/stations", "/stations/installations", "/stations/visits",
        "/stations/readings", "/stations/instruments", "/stations/station_summary", "/stations/stations/0614",
        "/examples/hello",
      ], quickly: 3))
  func everyKindOfPageOfTheSampleAnswers(path: String) async throws {
    let page = try await Program.run("get", path)
    #expect(page.exitCode == 0, "\(page)")
    #expect(page.output.hasPrefix("<!DOCTYPE html>"))
  }
}
