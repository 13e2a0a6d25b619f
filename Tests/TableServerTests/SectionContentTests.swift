import Foundation
import MicroHTTPTesting
import SQLiteTables
import SeededNumbers
import SiteConfiguration
import SiteTables
import TableRendering
import Testing

@testable import TableServer

/// The sections of a page for people and those of the same page as data are one content, whichever way one gets there.
@Suite struct SectionContentTests {
  /// Sections of 3, 1, 4, 2 and 2 rows: pages of many sizes end where one of them does.
  private static let statements = """
    CREATE TABLE entry (id INTEGER PRIMARY KEY, day TEXT, kind TEXT, amount REAL);
    INSERT INTO entry (day, kind, amount) VALUES
      ('2025-01-03', 'image', 1), ('2025-01-09', 'text', 2.5), ('2025-01-31', 'text', NULL), ('2025-02-01', 'image', 4),
      ('2025-03-01', 'text', 5), ('2025-03-02', 'text', 6), ('2025-03-02', 'image', 7), ('2025-03-09', 'other', 8),
      ('2025-04-01', 'text', 9), ('2025-04-02', 'text', 10), (NULL, 'text', 11), (NULL, 'image', 12);
    """
  private static let months = "sections: {by: day, as: month, footer: {count: true, sum: [amount]}}"
  private static let own = "sections: {by: day, as: month, header: head, footer: {sum: [amount], nib: foot}}"
  private static let cells =
    "cells: [{when: {kind: image}, nib: image, height: 80}, {when: {kind: text}, nib: text, link: \"/x/{{id}}\"}]"

  /// What a page shows, in its order: a header, the rows' ids, a footer.
  private struct Section: Equatable, CustomStringConvertible {
    var header = ""
    var rows: [String] = []
    var footer: String?
    var description: String { "\(header) \(rows) \(footer ?? "–")" }
  }

  @Test(
    arguments: [months, own, "\(months), \(cells)", "\(own), \(cells)", "\(months), sort_desc: day", "sections: kind"],
    Thoroughness.some([3, 1, 2, 4, 5, 8, 12, 50], quickly: 2))
  func pagesAndDataHaveTheSameSectionsOverAllBoundaries(table: String, size: Int) async throws {
    try await Self.with(table) { client in
      var target = "/sample/entry.json?_shape=sections&_size=\(size)"
      var page = "/sample/entry?_size=\(size)"
      var forwards: [[Section]] = []
      while true {
        let data = try await client.get(target).object()
        let sections = try Self.sections(data), shown = Self.sections(try await client.settled(page).text)
        #expect(sections == shown, "\(page)")
        forwards.append(sections)
        guard let next = data["next"] as? String else { break }
        target = "/sample/entry.json?_shape=sections&_size=\(size)&_next=\(next)"
        page = "/sample/entry?_size=\(size)&_next=\(next)"
      }
      // And back, from the last page to the first.
      var backwards: [[Section]] = []
      while true {
        let data = try await client.get(target).object()
        let sections = try Self.sections(data), shown = Self.sections(try await client.settled(page).text)
        #expect(sections == shown, "\(page)")
        backwards.insert(sections, at: 0)
        guard let previous = data["previous"] as? String else { break }
        target = "/sample/entry.json?_shape=sections&_size=\(size)&_previous=\(previous)"
        page = "/sample/entry?_size=\(size)&_previous=\(previous)"
      }
      let whole = try Self.sections(try await client.get("/sample/entry.json?_shape=sections&_size=max").object())
      for pages in [forwards, backwards] {
        // Every section ends once, below its last row, wherever the pages are cut.
        #expect(pages.joined().flatMap(\.rows) == whole.flatMap(\.rows))
        #expect(pages.joined().compactMap(\.footer) == whole.compactMap(\.footer))
        for section in whole {
          let parts = pages.joined().filter { $0.header == section.header }
          #expect(parts.flatMap(\.rows) == section.rows)
          #expect(parts.last?.footer == section.footer && parts.dropLast().allSatisfy { $0.footer == nil })
        }
      }
      #expect(table.contains("footer") ? whole.allSatisfy { $0.footer != nil } : true)
      #expect(whole.flatMap(\.rows).count == 12)
    }
  }

  @Test func cellsAreThoseOfTheSiteFileWithTheirKindsAndValues() async throws {
    try await Self.with("\(Self.own), \(Self.cells)") { client in
      let data = try await client.get("/sample/entry.json?_shape=sections").object()
      #expect(data["style"] as? String == "plain")
      let sections = try #require(data["sections"] as? [[String: Any]])
      // Rows without a day come first.
      #expect(sections.map { $0["index_title"] as? String } == ["", "2025-01", "2025-02", "2025-03", "2025-04"])
      let january = sections[1]
      let header = try #require(january["header"] as? [String: Any])
      #expect(header["reuse_identifier"] as? String == "head (header)" && header["variant"] as? Int == 1)
      #expect((header["values"] as? [String: String])?["title"] == "January 2025")
      let footer = try #require(january["footer"] as? [String: Any])
      #expect((footer["values"] as? [String: String])?["sum.amount"] == "3.50")
      #expect((footer["values"] as? [String: String])?["count"] == "3")
      let cells = try sections.flatMap { try #require($0["cells"] as? [[String: Any]]) }
      for cell in cells {
        let values = try #require(cell["values"] as? [String: Any])
        let kind = try #require(values["kind"] as? String)
        #expect(values["id"] as? Int == cell["id"] as? Int && values.count == 4)
        switch kind {
        case "image":
          #expect(cell["reuse_identifier"] as? String == "image (1)" && cell["preferred_height"] as? Int == 80)
        case "text":
          #expect(cell["reuse_identifier"] as? String == "text (2)")
          #expect(cell["link"] as? String == "/x/\(cell["id"] as? Int ?? 0)")
        default:
          #expect(cell["reuse_identifier"] as? String == "PlainRecordItemCell" && cell["variant"] == nil)
          #expect(cell["accessory"] as? String == "disclosureIndicator")
        }
      }
      // The page draws each by the nib that data name.
      let page = try await client.settled("/sample/entry").text
      #expect(page.ranges(of: "<i>image ").count == 4 && page.ranges(of: "<b>text ").count == 7)
    }
  }

  @Test func inAnotherOrderDataHaveNoSectionsEither() async throws {
    try await Self.with("\(Self.months), \(Self.cells)") { client in
      let data = try await client.get("/sample/entry.json?_shape=sections&_sort=amount").object()
      let sections = try #require(data["sections"] as? [[String: Any]])
      #expect(sections.count == 1 && sections[0]["header"] is NSNull && sections[0]["footer"] is NSNull)
      #expect((sections[0]["cells"] as? [[String: Any]])?.first?["reuse_identifier"] as? String == "text (2)")
    }
  }

  // MARK: Reading

  private static func with(_ table: String, _ test: (TestClient) async throws -> Void) async throws {
    let sample = try SampleDatabase(statements)
    defer { sample.remove() }
    let server = try sample.server {
      $0.file = try SiteFile(yaml: "databases: {sample: {tables: {entry: {\(table)}}}}")
      $0.nibs = NibSources(
        folder: "nibs",
        sources: [
          "head": "{{title}} / {{count}}", "foot": "{{sum.amount}} in {{count}}", "image": "<i>image {{id}}</i>",
          "text": "<b>text {{id}}</b>",
        ])
    }
    try await test(.inProcess(server))
  }

  /// The sections of a page as data, each view as its nib or its title draws it.
  private static func sections(_ data: [String: Any]) throws -> [Section] {
    try #require(data["sections"] as? [[String: Any]]).map { section in
      func view(_ name: String) -> String? {
        guard let view = section[name] as? [String: Any], let values = view["values"] as? [String: Any] else {
          return nil
        }
        func text(_ key: String) -> String { values[key] as? String ?? "" }
        switch view["reuse_identifier"] as? String {
        case "head (header)": return "\(text("title")) / \(text("count"))"
        case "foot (footer)": return "\(text("sum.amount")) in \(text("count"))"
        default: return [text("title"), text("detail")].filter { !$0.isEmpty }.joined(separator: " ")
        }
      }
      let cells = section["cells"] as? [[String: Any]] ?? []
      return Section(header: view("header") ?? "", rows: cells.map { "\($0["id"] ?? "")" }, footer: view("footer"))
    }
  }

  /// The sections of a page that people read, as a grid or as a list.
  private static func sections(_ page: String) -> [Section] {
    var sections: [Section] = []
    let parts =
      #/<tr class="section-header"><th[^>]*>(?<head>.*?)</th>|<h2 id="section-[^>]*>(?<title>.*?)</h2>|<li id="row-(?<cell>[^"]*)"|<tr><th scope="row"[^>]*><a href="[^"]*/(?<row>[^"/]*)"|<tr class="section-footer"><td[^>]*>(?<foot>.*?)</td>|<footer>(?<end>.*?)</footer>/#
      .dotMatchesNewlines()
    for match in page.matches(of: parts) {
      if let header = match.head ?? match.title {
        sections.append(Section(header: text(header)))
      } else if let row = match.row ?? match.cell, !sections.isEmpty {
        sections[sections.count - 1].rows.append(String(row))
      } else if let footer = match.foot ?? match.end, !sections.isEmpty {
        sections[sections.count - 1].footer = text(footer)
      }
    }
    return sections
  }

  private static func text(_ html: Substring) -> String { String(html.replacing(/<[^>]*>/, with: "")) }
}
