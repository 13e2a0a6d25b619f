import MicroHTTP
import MicroHTTPTesting
import TableServer
import Testing

/// "CSV".
@Suite struct CSVConventionTests {
  @Test(arguments: [
    ("", "id,name\r\n1,plain\r\n2,\"odd, \"\"quoted\"\"\"\r\n"),
    ("?_header=off", "1,plain\r\n2,\"odd, \"\"quoted\"\"\"\r\n"), ("?_size=1", "id,name\r\n1,plain\r\n"),
    ("?_size=1&_stream=on", "id,name\r\n1,plain\r\n2,\"odd, \"\"quoted\"\"\"\r\n"),
    ("?_sort_desc=id&_col=id", "id\r\n2\r\n1\r\n"),
  ])
  func linesAreQuotedAndEndedAsTheStandardSays(query: String, expected: String) async throws {
    let answer = try await ConventionSite.get("/odd/kind.csv\(query)")
    #expect(answer["Content-Type"] == "text/csv; charset=utf-8")
    #expect(answer.text == expected)
  }

  @Test func aDownloadHasAName() async throws {
    let answer = try await ConventionSite.get("/odd/kind.csv?_dl=on")
    #expect(answer["Content-Disposition"]?.hasPrefix("attachment; filename=") == true)
    #expect(answer["Content-Disposition"]?.contains("kind.csv") == true)
  }

  @Test func labelsStandInColumnsOfTheirOwn() async throws {
    let answer = try await ConventionSite.get("/odd/thing.csv?_labels=on&_col=kind&_size=2")
    #expect(answer.text == "id,kind,kind_label\r\n1,1,plain\r\n2,2,\"odd, \"\"quoted\"\"\"\r\n")
  }

  @Test func theNextPageKeepsWhatWasAskedFor() async throws {
    let link = try #require(try await ConventionSite.get("/odd/thing.csv?_labels=on&_size=1&_header=off")["Link"])
    #expect(link.contains("/odd/thing.csv?") && link.contains("_header=off"))
    #expect(link.ranges(of: "_labels=on").count == 1)
  }
}
