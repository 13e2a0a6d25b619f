import Foundation
import MicroHTTP
import MicroHTTPTesting
import SeededNumbers
import SiteConfiguration
import SiteTables
import TableModel
import TableRendering
import Testing

@testable import TableServer

/// Numbers at the ends of what numbers there are, in every argument of every kind of page: answered or refused, and the server goes on.
@Suite struct ExtremeArgumentTests {
  private static let values = [
    "0", "-1", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551616", "1e999",
    "-1e999", "nan", "2147483648", "", "%00", "%FF", "1.5", "0x7fffffffffffffff", "９",
  ]
  private static let names = [
    "_size", "_facet_size", "_next", "_previous", "_sort_by_desc", "_count", "_index", "_selected", "_editing",
    "_delete", "_delete_section",
    "_edit", "_col", "_sort", "_shape", "_facet", "_ttl", "_timelimit", "_field", "_from", "_table", "id", "id__gt",
    "id__in", "id__date", "title__like", "_any9223372036854775807.id", "_search", "_through", "_json", "sql", "q",
  ]

  @Test(arguments: [
    "/sample/task", "/sample/task.json", "/sample/task.csv", "/sample/part", "/sample/task/1", "/sample/task/1.json",
    "/sample/task/-/facets.json", "/sample/task/-/count.json", "/sample/task/-/new", "/sample/task/1/-/edit",
    "/sample/task/-/selection", "/sample/task/-/copy", "/sample/-/query.json", "/-/search.json", "/words",
    "/words.json",
    "/words/-/chosen", "/words/-/copy",
  ])
  func extremesOfArgumentsAreAnswered(path: String) async throws {
    try await Self.with { client in
      for (place, name) in Self.names.enumerated() {
        // All values come with some names, and all names with some values.
        let start = place * 4 % Self.values.count
        for value in Thoroughness.some(Array(Self.values[start...] + Self.values[..<start]), quickly: 4) {
          let answer = try await client.get("\(path)?\(name)=\(value)")
          #expect(answer.status.code < 500, "\(path)?\(name)=\(value): \(answer.status.code)")
        }
      }
    }
  }

  @Test func extremesInPathsAndTokensAreAnswered() async throws {
    try await Self.with { client in
      for value in Self.values where !value.isEmpty {
        for path in [
          "/sample/task/\(value)", "/sample/task/\(value)/-/edit", "/sample/task/\(value),\(value)",
          "/sample/task/\(value)/-/blob/title",
        ] {
          let answer = try await client.get(path)
          #expect(answer.status.code < 500, "\(path): \(answer.status.code)")
        }
      }
    }
  }

  @Test func extremesOfPlacesInEventsAreAnswered() async throws {
    try await Self.with { client in
      let ends = ["0", "1", "-1", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "1e30"]
      for section in ends {
        for row in ends {
          for body in [
            #"{"event": "move", "row": 1, "to": {"section": \#(section), "row": \#(row)}}"#,
            #"{"event": "insert", "values": {"text": "x"}, "at": {"section": \#(section), "row": \#(row)}, "kind": \#(row)}"#,
            #"{"event": "action", "action": "a", "view": "footer-\#(section)"}"#,
            #"{"event": "action", "action": "a", "view": "header-\#(row)"}"#,
            #"{"event": "move", "view": "header-\#(section)", "to": {"section": \#(row)}}"#,
            #"{"event": "move", "view": "header-\#(section)", "move": "down"}"#,
            #"{"event": "insert", "view": "header-\#(section)", "values": {"title": "x"}}"#,
            #"{"event": "delete", "view": "header-\#(section)", "count": \#(row)}"#,
            #"{"event": "paste", "text": "x", "kind": \#(row)}"#,
          ] {
            let answer = try await client.post(
              "/words/-/event", body, headers: ["Content-Type": "application/json", "If-Match": "*"])
            #expect(answer.status.code < 500, "\(body): \(answer.status.code)")
          }
        }
      }
      #expect(try await client.get("/words.json").status == .ok)
    }
  }

  private static func with(_ test: (TestClient) async throws -> Void) async throws {
    let sample = try SampleDatabase(TaskSite.schema)
    defer { sample.remove() }
    var site = Site()
    site.databases = [try sample.writable()]
    site.everyone = Grants(.write)
    site.file = try SiteFile(
      yaml: "databases: {sample: {tables: {task: {move: place, sections: state}, part: {tree: above}}}}")
    let words = try MemoryTable(
      "Words",
      sections: [TableSection("A", indexTitle: "A", rows: (1...3).map { Word(id: RowKey($0), text: "word \($0)") })])
    site.mount(words, at: "/words") {
      $0.register(WordCell.self, nib: WordCell.nib)
      $0.handle(SentBodyHandler())
      $0.handle(SentBodyHeaderHandler())
      $0.handlers.allowInsertions(SentBodyHandler(), title: "New word")
      $0.selection = .multiple
      $0.changes = .everyone
    }
    try await test(.inProcess(try TableServer(unchecked: site)))
  }
}
