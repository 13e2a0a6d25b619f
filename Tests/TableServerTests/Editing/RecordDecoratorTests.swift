import Foundation
import MicroHTTP
import MicroHTTPTesting
import SiteConfiguration
import Testing

@testable import TableServer

/// What rows of a database's table offer in their place: in a grid, and in a list that cells of the owner's draw.
@Suite struct RecordDecoratorTests {
  private static let actions =
    "move: place, actions: {close: {title: Close it, when: {state: open}, set: {state: closed}}}"
  private static let grid = "task: {\(actions)}"
  private static let list = "task: {\(actions), cells: [{nib: task}]}"
  private static let nibs = ["task": "<b>{{title}}</b>"]

  private static func with(
    _ tables: String, everyone: Grants = Grants(.write), _ test: (TestClient) async throws -> Void
  ) async throws {
    try await TaskSite.with(tables, everyone: everyone, nibs: nibs) { client, _ async throws in try await test(client) }
  }

  /// The part of a page that is one row.
  private func row(_ key: Int, _ page: String) throws -> Substring {
    let start = try #require(page.firstRange(of: "id=\"row-\(key)\"")).lowerBound
    let rest = page[start...]
    let end = ["id=\"row-", "class=\"insertion\"", "</main>"].compactMap {
      rest.dropFirst().firstRange(of: $0)?.lowerBound
    }.min()
    return rest[..<(end ?? rest.endIndex)]
  }

  /// The fields of the form that a row's menu is in.
  private func fields(_ row: Substring) -> [(String, String)] {
    row.matches(of: #/type="hidden" name="([^"]+)" value="([^"]*)"/#).map {
      (String($0.1), String($0.2).replacing("&amp;", with: "&"))
    }
  }

  @Test(arguments: [grid, list]) func editModeOffersABoxMovesAndAMenu(_ tables: String) async throws {
    try await Self.with(tables) { client async throws in
      let page = try await client.get("/sample/task?_edit=on&_selected=2").text
      #expect(page.contains("<form id=\"move\" hidden method=\"post\" action=\"/sample/task/-/move\">"))
      #expect(page.contains("/edit.js") && page.contains("/edit.css"))
      let one = try row(1, page), two = try row(2, page)
      #expect(two.contains(#"type="checkbox" name="_selected" form="chosen""#) && two.contains(#"value="2" checked>"#))
      #expect(one.contains(#"value="1">"#) && !one.contains(" checked"))
      #expect(one.contains(#"form="move" name="up" value="1;1""#) && one.contains(#"name="down" value="1;1""#))
      #expect(one.contains("Move up: Buy") && one.contains("Menu of Buy"))
      #expect(one.contains(#"name="action" value="close">Close it<"#))
      let back = "_return=%2Fsample%2Ftask%3F_edit%3Don%26_selected%3D2%23row-1"
      #expect(one.contains("href=\"/sample/task/1/-/edit?\(back)\">Edit<"))
      #expect(one.contains("href=\"/sample/task/-/new?_from=1&amp;\(back)\">Duplicate<"))
      #expect(one.contains("/sample/task/1/-/remove?_return="))
      #expect(!page.contains("row-move"))
      #expect(try await client.get("/sample/task").text.contains(#"href="/sample/task?_edit=on""#))
      #expect(try await client.get("/sample/task/-/select").status == .notFound)
    }
  }

  @Test(arguments: [grid, list]) func theMenuActsOnItsRowAndLeadsBackToIt(_ tables: String) async throws {
    try await Self.with(tables) { client async throws in
      let page = try await client.get("/sample/task?_edit=on").text
      let done = try await client.form("/sample/task/-/act", fields(try row(3, page)) + [("action", "close")])
      #expect(done.status == .seeOther && done["Location"] == "/sample/task?_edit=on#row-3")
      #expect(try await client.values("state", of: "task") == ["open", "open", "closed", "open"])
      let later = try await client.get("/sample/task?_edit=on").text
      #expect(try !row(3, later).contains("Close it") && row(4, later).contains("Close it"))
      // Whoever still has the old page is told.
      _ = try await client.json("/sample/task/3/-/update", #"{"update": {"state": "open"}}"#)
      _ = try await client.json("/sample/task/4/-/update", #"{"update": {"title": "Ask"}}"#)
      let stale = try await client.form("/sample/task/-/act", fields(try row(4, page)) + [("action", "close")])
      #expect(stale.status == .conflict && stale.text.contains("“Ask” has changed"))
    }
  }

  @Test func aListShowsWhatMovesItsRowsToThoseWhoMayMoveThem() async throws {
    try await Self.with(Self.list) { client async throws in
      let page = try await client.get("/sample/task")
      let one = try row(1, page.text)
      #expect(one.contains("row-movable") && one.contains(#"form="move" name="up" value="1;1""#))
      #expect(!one.contains("row-menu") && !one.contains("checkbox") && !one.contains("<form"))
      #expect(page.text.contains("/edit.js") && page["ETag"] != nil)
      let moved = try await client.form("/sample/task/-/move", [("down", "1;1"), ("_return", "/sample/task?_edit=on")])
      #expect(moved["Location"] == "/sample/task?_edit=on#row-1")
      #expect(try await client.values("title", of: "task") == ["Clear", "Buy", "Paint", "Invite"])
      // In another order there is nothing to move.
      #expect(try await !client.get("/sample/task?_sort=title&_edit=on").text.contains("name=\"up\""))
    }
    try await Self.with(Self.list, everyone: Grants(.read)) { client async throws in
      for target in ["/sample/task", "/sample/task?_edit=on&_selected=1"] {
        let page = try await client.get(target).text
        #expect(
          !page.contains("row-movable") && !page.contains("checkbox\" name=\"_selected") && !page.contains("_edit"))
      }
    }
  }

  @Test func whereRowsMayNotComeAndGoTheMenuSaysNothingOfIt() async throws {
    let tables = "task: {editable: [title], cells: [{nib: task}]}"
    try await Self.with(tables) { client async throws in
      let one = try row(1, try await client.get("/sample/task?_edit=on").text)
      #expect(one.contains(">Edit<") && !one.contains("Duplicate") && !one.contains("/-/remove"))
      #expect(!one.contains("row-movable") && !one.contains("name=\"up\""))
    }
  }

  @Test func aRowThatIsShownInPartIsAskedForFirst() async throws {
    try await Self.with(Self.list) { client async throws in
      let long = String(repeating: "x", count: 9_000)
      _ = try await client.json("/sample/task/2/-/update", #"{"update": {"title": "\#(long)"}}"#)
      let two = try row(2, try await client.get("/sample/task?_edit=on").text)
      #expect(!two.contains("name=\"version\""))
      let question = try await client.form("/sample/task/-/act", fields(two) + [("action", "close")])
      #expect(question.status == .ok && question.text.contains("name=\"_confirmed\""))
      #expect(try await client.values("state", of: "task")[1] == "open")
      let asked = fields(question.text.main)
      _ = try await client.form("/sample/task/-/act", asked)
      #expect(try await client.values("state", of: "task")[1] == "closed")
    }
  }

  @Test func aRowThatIsGoneIsChosenNoLonger() async throws {
    try await Self.with(Self.list) { client async throws in
      let page = try await client.get("/sample/task?_edit=on&_selected=1&_selected=2").text
      let address = try #require(try row(1, page).firstMatch(of: #/href="([^"]+/-/remove[^"]+)"/#)?.1)
      let question = try await client.get(String(address).replacing("&amp;", with: "&")).text
      let form = try #require(question.firstRange(of: "action=\"/sample/task/1/-/delete\"")).upperBound
      let gone = try await client.form("/sample/task/1/-/delete", fields(question[form...]))
      #expect(gone["Location"] == "/sample/task?_selected=2&_edit=on")
      #expect(try await client.values("title", of: "task") == ["Clear", "Paint", "Invite"])
    }
  }

  @Test func theLevelOfARowIsToldOnce() async throws {
    try await Self.with("part: {tree: above, move: place}") { client async throws in
      let two = try row(2, try await client.get("/sample/part?_edit=on").text)
      #expect(two.ranges(of: "Level 2").count == 1 && two.contains("tree-level"))
      #expect(two.contains("name=\"up\" value=\"2;1.0\""))
    }
  }
}
