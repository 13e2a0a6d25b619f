import Foundation
import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import SiteConfiguration
import Testing

@testable import TableServer

/// Rows that are put elsewhere in the order that a column holds.
@Suite struct RowMoveTests {
  private func move(_ client: TestClient, _ body: String) async throws -> Int {
    try await client.json("/sample/task/-/move", body).status
  }

  @Test func rowsStandInTheirOrderAndAreMovedByScripts() async throws {
    try await TaskSite.with("task: {move: place}") { client, _ async throws in
      #expect(try await move(client, #"{"row": "4", "before": "1"}"#) == 200)
      #expect(try await client.values("title", of: "task") == ["Invite", "Buy", "Clear", "Paint"])
      #expect(try await move(client, #"{"row": 4, "after": 2}"#) == 200)
      #expect(try await client.values("title", of: "task") == ["Buy", "Clear", "Invite", "Paint"])
      #expect(try await move(client, #"{"row": "4", "to": "up"}"#) == 200)
      #expect(try await move(client, #"{"row": "1", "to": "down", "return": true}"#) == 200)
      #expect(try await client.values("title", of: "task") == ["Invite", "Buy", "Clear", "Paint"])
      // At the end of the list there is nowhere to go.
      #expect(try await move(client, #"{"row": "4", "to": "up"}"#) == 200)
      #expect(try await client.values("title", of: "task") == ["Invite", "Buy", "Clear", "Paint"])
      let audit = try await client.get("/sample/_tablepages_audit.json?_size=max").rows()
      #expect(!audit.isEmpty)
    }
  }

  @Test func buttonsMoveRowsAndTheMoveCanBeTakenBack() async throws {
    try await TaskSite.with("task: {move: place}") { client, _ async throws in
      let page = try await client.get("/sample/task").text
      #expect(page.contains(#"<form id="move""#) && page.contains(#"name="up" value="2;2""#))
      #expect(page.contains(#"name="down" value="4;4""#) && page.contains("/edit.js"))
      let moved = try await client.form("/sample/task/-/move", [("up", "2;2"), ("_return", "/sample/task?_size=3")])
      #expect(moved.status == .seeOther && moved["Location"] == "/sample/task?_size=3#row-2")
      #expect(try await client.values("title", of: "task") == ["Clear", "Buy", "Paint", "Invite"])
      let cookie = try #require(moved.cookies)
      let flash = try await client.get("/sample/task", headers: ["Cookie": cookie]).text
      #expect(flash.contains("Moved “Clear”."))
      let undo = try #require(flash.firstMatch(of: #/name="undo" value="([^"]+)"/#)?.1)
      _ = try await client.form("/sample/task/-/undo", [("undo", String(undo))])
      #expect(try await client.values("title", of: "task") == ["Buy", "Clear", "Paint", "Invite"])
      _ = try await client.form("/sample/task/-/move", [("row", "1;1"), ("after", "3")])
      #expect(try await client.values("title", of: "task") == ["Clear", "Paint", "Buy", "Invite"])
    }
  }

  @Test func aRowThatIsElsewhereByNowIsNotMoved() async throws {
    try await TaskSite.with("task: {move: place}") { client, _ async throws in
      let version = try #require(
        try await client.get("/sample/task/2.json?_extra=version").object()["version"] as? String)
      #expect(try await move(client, #"{"row": "2", "to": "up"}"#) == 200)
      #expect(try await client.form("/sample/task/-/move", [("up", "2;2")]).status == .conflict)
      #expect(try await move(client, #"{"row": "2", "to": "down", "version": "\#(version)"}"#) == 409)
      #expect(try await move(client, #"{"row": {"key": "2", "version": "\#(version)"}, "to": "down"}"#) == 409)
      #expect(try await client.values("title", of: "task") == ["Clear", "Buy", "Paint", "Invite"])
    }
  }

  @Test func whoMayNotWriteSeesNoButtonsAndMovesNothing() async throws {
    for (everyone, isWritable) in [(Grants(.read), true), (Grants(.write), false)] {
      try await TaskSite.with("task: {move: place}", everyone: everyone, isWritable: isWritable) {
        client, _ async throws in
        #expect(try await !client.get("/sample/task").text.contains("row-move"))
        #expect(try await client.form("/sample/task/-/move", [("up", "2;2")]).status == .forbidden)
        #expect(try await client.values("title", of: "task") == ["Buy", "Clear", "Paint", "Invite"])
      }
    }
    try await TaskSite.with("task: {move: place}") { client, _ async throws in
      let answer = try await client.form(
        "/sample/task/-/move", [("up", "2;2")], headers: ["Sec-Fetch-Site": "cross-site"])
      #expect(answer.status == .forbidden)
      for arguments in ["?_sort=title", "?state=open", "?_search=u"] {
        #expect(try await !client.get("/sample/task" + arguments).text.contains("row-move"), "\(arguments)")
      }
    }
  }

  @Test func rowsOfATreeAreMovedAmongThoseBesideThem() async throws {
    try await TaskSite.with("part: {tree: above, move: place}") { client, _ async throws in
      #expect(try await client.values("id", of: "part") == ["1", "2", "3", "4"])
      _ = try await client.json("/sample/part/-/move", #"{"row": "3", "to": "up"}"#)
      #expect(try await client.values("id", of: "part") == ["1", "3", "2", "4"])
      _ = try await client.json("/sample/part/-/move", #"{"row": "4", "to": "up"}"#)
      #expect(try await client.values("id", of: "part") == ["4", "1", "3", "2"])
      #expect(try await client.json("/sample/part/-/move", #"{"row": "3", "before": "4"}"#).status == 404)
    }
  }

  @Test(arguments: [
    ("{}", 400), (#"{"row": "1"}"#, 400), (#"{"row": "1", "to": "left"}"#, 400), (#"{"row": "99", "to": "up"}"#, 404),
    (#"{"row": "1", "before": "99"}"#, 404), (#"{"row": "1", "before": "2", "after": "3"}"#, 400),
    (#"{"row": "1", "to": "up", "version": "x"}"#, 400), ("[]", 400), ("no", 400),
  ])
  func whatMakesNoSenseIsRefused(body: String, status: Int) async throws {
    try await TaskSite.with("task: {move: place}") { client, _ async throws in
      #expect(try await move(client, body) == status)
      #expect(try await client.form("/sample/task/-/move", [("row", "1;1")]).status == .badRequest)
      #expect(try await client.values("title", of: "task") == ["Buy", "Clear", "Paint", "Invite"])
    }
    try await TaskSite.with("task: {title: Tasks}") { client, _ async throws in
      #expect(try await move(client, #"{"row": "1", "to": "up"}"#) == 400)
    }
  }

  @Test func aColumnThatHoldsTextsIsNoOrder() async throws {
    try await TaskSite.with("task: {move: place}") { client, _ async throws in
      _ = try await client.json("/sample/task/1/-/update", #"{"update": {"place": "first"}}"#)
      let refused = try await client.json("/sample/task/-/move", #"{"row": "2", "to": "down"}"#)
      #expect(refused.status == 400 && "\(refused.object)".contains("contains a value that"))
    }
  }

  @Test(arguments: [
    ("task: {move: plac}", "1:44: “task” has no column “plac”; did you mean “place”?"),
    ("task: {move: id}", "1:44: “id” is part of the key: moving rows can't change it"),
    (
      "task: {move: title}",
      "1:44: “title” must be a column of numbers: it is declared as TEXT"
    ),
    ("task: {move: place, sort: title}", "1:44: `move` and `sort` exclude each other"),
    (
      "task: {move: place, sections: {by: state}}", "1:44: `move` and `sections` exclude each other"
    ),
    ("titles: {move: title}", "1:46: “titles” is a view: only rows of a table can be moved"),
  ])
  func whatCanBeNoOrderIsTold(tables: String, problem: String) async throws {
    #expect(try await TaskSite.problems(tables) == [problem])
  }
}
