import ExampleTables
import Foundation
import MicroHTTPTesting
import TablePages
import Testing

/// What the examples show, over HTTP: as a page without scripts and as data.
@Suite struct ShowingTests {
  // MARK: The table

  @Test(arguments: ["hello", "profile", "messages", "contacts", "cells", "empty", "tasks", "playlist"])
  func aTableIsSectionsOfCellsAsAPageAndAsData(name: String) async throws {
    let example = try ExampleClient(name)
    let page = try await example.page()
    let data = try await example.data()
    let sections = try #require(data["sections"] as? [[String: Any]])
    let cells = sections.flatMap { $0["cells"] as? [[String: Any]] ?? [] }
    #expect(page.components(separatedBy: "<section class=\"section\"").count - 1 == sections.count)
    #expect(page.components(separatedBy: "<li id=\"row-").count - 1 == cells.count)
    #expect(page.contains("<h1><bdi>\(try #require(data["title"] as? String))</bdi></h1>"))
    for cell in cells {
      #expect((cell["reuse_identifier"] as? String)?.isEmpty == false && cell["values"] is [String: Any])
    }
  }

  @Test func kindsOfRowsInOneTableAreToldApartInData() async throws {
    let rows = try await ExampleClient("messages").rows()
    #expect(Set(rows.compactMap { $0["reuse_identifier"] as? String }) == ["TextMessageCell", "ImageMessageCell"])
    // A cell that is written in Swift stands beside those of nibs, under its type's name too.
    let drawn = try await ExampleClient("playlist").rows()
    #expect(drawn.compactMap { $0["reuse_identifier"] as? String }.suffix(2) == ["TrackCell", "SideEndCell"])
    let page = try await ExampleClient("playlist").page()
    #expect(page.contains("First light</bdi>") && page.contains("End of the side"))
  }

  @Test func nothingOfOneRowShowsInTheNextOfAPage() async throws {
    let page = try await ExampleClient("messages").page()
    #expect(page.components(separatedBy: "class=\"badge\"").count == 2)
    let rows = try await ExampleClient("messages").rows()
    #expect(rows.filter { (($0["values"] as? [String: Any])?["unread"] as? Int ?? 0) > 0 }.count == 1)
  }

  @Test func aFileThatCannotBeReadIsAClearErrorAsAPageAndAsData() async throws {
    struct NoSuchFile: Error {}
    let example = try ExampleClient(at: "/person") {
      $0.mount(Profile { throw NoSuchFile() }, at: "/person", Profile.register)
    }
    let page = try await example.client.get("/person")
    #expect(page.status == .serviceUnavailable && page.text.contains("The profile file can&#39;t be read"))
    let data = try await example.client.get("/person.json")
    #expect(data.status == .serviceUnavailable)
    #expect(try data.members["error"] as? String == "The profile file can't be read")
  }

  // MARK: Cells

  @Test func accessoriesHeightsLevelsAndLinksArePartOfThePageAndOfData() async throws {
    let example = try ExampleClient("cells")
    let page = try await example.page()
    let rows = try await example.rows()
    func row(_ id: String) throws -> [String: Any] { try #require(rows.first { $0["id"] as? String == id }) }
    #expect(try row("disclosure")["accessory"] as? String == "disclosureIndicator")
    #expect(try row("disclosure")["link"] as? String == "hello" && page.contains("<a class=\"cell\" href=\"hello\""))
    #expect(try row("detail")["accessory"] as? String == "detailButton" && page.contains("<a class=\"accessory\""))
    #expect(try row("checkmark")["accessory"] as? String == "checkmark" && page.contains(">Checked</span>"))
    #expect(try row("plain")["accessory"] as? String == "none")
    #expect(try row("checkmark")["is_selected"] as? Bool == true && page.contains("aria-current=\"true\""))
    #expect(try row("height-72")["preferred_height"] as? Int == 72 && page.contains("height=\"72\""))
    #expect(try row("level-2")["indentation_level"] as? Int == 2)
    #expect(page.contains("<li id=\"row-level-2\" aria-level=\"3\">"))
    #expect(try row("level-0")["indentation_level"] as? Int == 0)
  }

  // MARK: Sections

  @Test func headersAndFootersHaveViewsOfTheirOwnInDataToo() async throws {
    let example = try ExampleClient("cells")
    let data = try await example.data()
    let header = try #require(data["header"] as? [String: Any]), footer = try #require(data["footer"] as? [String: Any])
    #expect(
      header["reuse_identifier"] as? String == "BannerView" && footer["reuse_identifier"] as? String == "TitleCell")
    #expect((header["values"] as? [String: Any])?["remark"] as? String == "It stands on the first page.")
    let sections = try #require(data["sections"] as? [[String: Any]])
    #expect(sections.map { $0["index_title"] as? String } == ["A", "I", "H", "W"])
    #expect(((sections[0]["header"] as? [String: Any])?["values"] as? [String: Any])?["detail"] as? String == "4")
    #expect((sections[3]["header"] as? [String: Any])?["reuse_identifier"] as? String == "BannerView")
    #expect(sections[1]["footer"] is NSNull && sections[2]["footer"] is [String: Any])
    let page = try await example.page()
    #expect(
      page.contains("This is the table&#39;s own header.") && page.contains("This is the table&#39;s own footer."))
    #expect(
      page.contains("A header with a view of its own") && page.contains("An accessory stands at the end of a row."))
  }

  @Test func anEmptyTableHasItsOwnWordsOnThePageAndNoSectionsInData() async throws {
    let example = try ExampleClient("empty")
    #expect(try await example.page().contains("No messages yet."))
    #expect(try await example.rows().isEmpty)
  }

  // MARK: Pages

  @Test func pagesFollowEachOtherToTheEndAndBack() async throws {
    let example = try ExampleClient("contacts")
    let all = try await example.rows("?_size=max").map { "\($0["id"] ?? "")" }
    var seen: [String] = [], address: String? = "/examples/contacts.json?_size=20", pages = 0
    var last: [String: Any] = [:]
    while let next = address, pages < 10 {
      last = try await example.client.get(next).members
      seen += Self.ids(last)
      address = (last["next_url"] as? String).map { Self.path($0) }
      pages += 1
    }
    #expect(seen == all && pages == 4)
    let before = Self.path(try #require(last["previous_url"] as? String))
    #expect(Self.ids(try await example.client.get(before).members) == Array(all[40..<60]))
    // The same by the links of pages.
    let first = try await example.page("?_size=20")
    let link = String(try #require(first.firstMatch(of: /rel="next" href="([^"]+)"/)?.1))
    let second = try await example.client.get(link.replacing("&amp;", with: "&")).text
    #expect(all[20..<40].allSatisfy { second.contains("<li id=\"row-\($0)\"") })
    let back = String(try #require(second.firstMatch(of: /rel="prev" href="([^"]+)"/)?.1))
    #expect(try await example.client.get(back.replacing("&amp;", with: "&")).text.contains("<li id=\"row-\(all[0])\""))
  }

  private static func ids(_ page: [String: Any]) -> [String] {
    (page["sections"] as? [[String: Any]] ?? []).flatMap { $0["cells"] as? [[String: Any]] ?? [] }
      .map { "\($0["id"] ?? "")" }
  }

  /// The path and query of an absolute address.
  private static func path(_ address: String) -> String {
    URL(string: address).map { $0.path() + ($0.query().map { "?" + $0 } ?? "") } ?? address
  }
}
