import Foundation
import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import SiteConfiguration
import Testing

@testable import TableServer

/// What the site's owner lets be done to rows by one press.
@Suite struct ActionTests {
  private static let table = """
    task: {actions: {close: {title: Close it, when: {state: open}, set: {state: closed, done_at: now, day: now}},
      drop: {title: Drop, confirm: Really drop it?, set: {state: dropped, place: null}}, break: {set: {state: broken}},
      name: {set: {title: "now"}}}}
    """.replacing("\n", with: " ")

  private func version(_ row: Int, _ client: TestClient) async throws -> String {
    try #require(try await client.get("/sample/task/\(row).json?_extra=version").object()["version"] as? String)
  }

  private func state(_ row: Int, _ client: TestClient) async throws -> [String: Any] {
    try #require(try await client.get("/sample/task/\(row).json").rows().first)
  }

  @Test func aRowOffersWhatItMeets() async throws {
    try await TaskSite.with(Self.table) { client, _ async throws in
      let page = try await client.get("/sample/task/1").text
      #expect(page.contains("value=\"close\">Close it<") && page.contains("value=\"drop\">Drop<"))
      _ = try await client.json("/sample/task/-/act", #"{"action": "close", "rows": ["1"]}"#)
      let closed = try await client.get("/sample/task/1").text
      #expect(!closed.contains("Close it") && closed.contains("value=\"drop\">Drop<"))
    }
    try await TaskSite.with(Self.table, everyone: Grants(.read)) { client, _ async throws in
      #expect(try await !client.get("/sample/task/1").text.contains("Close it"))
      #expect(try await client.json("/sample/task/-/act", #"{"action": "close", "rows": ["1"]}"#).status == 403)
      #expect(try await state(1, client)["state"] as? String == "open")
    }
    try await TaskSite.with(Self.table, isWritable: false) { client, _ async throws in
      #expect(try await !client.get("/sample/task/1").text.contains("Close it"))
    }
  }

  @Test func aFormDoesItAndItCanBeTakenBack() async throws {
    try await TaskSite.with(Self.table) { client, _ async throws in
      let done = try await client.form(
        "/sample/task/-/act", [("action", "close"), ("row", "1"), ("version", try await version(1, client))])
      #expect(done.status == .seeOther && done["Location"] == "/sample/task/1")
      let row = try await state(1, client)
      #expect(row["state"] as? String == "closed")
      #expect((row["done_at"] as? String)?.contains(#/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/#) == true)
      #expect((row["day"] as? String)?.contains(#/^20\d\d-\d\d-\d\d$/#) == true)
      let cookie = try #require(done.cookies)
      let page = try await client.get("/sample/task/1", headers: ["Cookie": cookie]).text
      #expect(page.contains("Close it: “Buy”."))
      let undo = try #require(page.firstMatch(of: #/name="undo" value="([^"]+)"/#)?.1)
      #expect(try await client.form("/sample/task/-/undo", [("undo", String(undo))]).status == .seeOther)
      #expect(try await state(1, client)["state"] as? String == "open")
      let audit = try await client.get("/sample/_tablepages_audit.json").text
      #expect(audit.contains("closed"))
    }
  }

  @Test func whatAsksFirstIsDoneWhenItIsConfirmed() async throws {
    try await TaskSite.with(Self.table) { client, _ async throws in
      let fields = [("action", "drop"), ("row", "2"), ("version", try await version(2, client))]
      let question = try await client.form("/sample/task/-/act", fields)
      #expect(question.status == .ok && question.text.contains("Really drop it?"))
      #expect(try await state(2, client)["state"] as? String == "open")
      #expect(question.text.contains("name=\"_confirmed\""))
      _ = try await client.form("/sample/task/-/act", fields + [("_confirmed", "1")])
      #expect(try await state(2, client)["state"] as? String == "dropped")
      #expect(try await state(2, client)["place"] is NSNull)
    }
  }

  @Test func aRowThatSomebodyChangedMeanwhileStaysAsItIs() async throws {
    try await TaskSite.with(Self.table) { client, _ async throws in
      let seen = try await version(1, client)
      _ = try await client.json("/sample/task/1/-/update", #"{"update": {"title": "Sell"}}"#)
      let page = try await client.form("/sample/task/-/act", [("action", "close"), ("row", "1"), ("version", seen)])
      #expect(page.status == .conflict && page.text.contains("“Sell” has changed"))
      let refused = try await client.json(
        "/sample/task/-/act", #"{"action": "close", "rows": ["3", {"key": "1", "version": "\#(seen)"}]}"#)
      #expect(refused.status == 409 && (refused.object["current"] as? [String: Any])?["title"] as? String == "Sell")
      #expect(try await client.values("state", of: "task") == ["open", "open", "open", "open"])
    }
  }

  @Test func severalRowsAreDoneTogetherOrNoneIs() async throws {
    try await TaskSite.with(Self.table) { client, _ async throws in
      let page = try await client.get("/sample/task/-/selection?_selected=1&_selected=2").text
      #expect(page.contains("name=\"action\" value=\"close\""))
      let fields = [
        ("row", "1"), ("row", "2"), ("version", try await version(1, client)),
        ("version", try await version(2, client)),
      ]
      _ = try await client.form("/sample/task/-/act", fields + [("action", "close")])
      #expect(try await client.values("state", of: "task") == ["closed", "closed", "open", "open"])
      // One of them is closed already: the button is not there, and the others stay as they are.
      let mixed = try await client.get("/sample/task/-/selection?_selected=1&_selected=3").text
      #expect(!mixed.contains("value=\"close\"") && mixed.contains("value=\"drop\""))
      let refused = try await client.json("/sample/task/-/act", #"{"action": "close", "rows": [3, 1]}"#)
      #expect(refused.status == 400 && "\(refused.object)".contains("Close it"))
      let broken = try await client.json("/sample/task/-/act", #"{"action": "break", "rows": [3, 4]}"#)
      #expect(broken.status == 400)
      #expect(try await client.values("state", of: "task") == ["closed", "closed", "open", "open"])
      let answer = try await client.json("/sample/task/-/act", #"{"action": "name", "rows": [3], "return": true}"#)
      #expect((answer.object["rows"] as? [[String: Any]])?.first?["title"] as? String == "now")
    }
  }

  @Test(arguments: [
    ("{}", "Must provide an \\\"action\\\" key"), (#"{"action": "close", "rows": []}"#, "must be a list of keys"),
    (#"{"action": "clse", "rows": [1]}"#, "“clse” is no action of “task”; “close” is one"),
    (#"{"action": "close", "rows": [1.5]}"#, "A row must be its key"),
    (#"{"action": "close", "rows": [99]}"#, "Record not found"),
    (#"{"action": "close", "rows": [1], "more": 1}"#, "Invalid parameter"),
  ])
  func whatMakesNoSenseIsTold(body: String, message: String) async throws {
    try await TaskSite.with(Self.table) { client, _ async throws in
      let answer = try await client.post("/sample/task/-/act", body, headers: ["Content-Type": "application/json"])
      #expect(answer.status.code >= 400 && answer.text.contains(message), "\(answer.text)")
    }
  }

  @Test func anotherSitesFormIsRefused() async throws {
    try await TaskSite.with(Self.table) { client, _ async throws in
      let answer = try await client.form(
        "/sample/task/-/act", [("action", "close"), ("row", "1"), ("version", try await version(1, client))],
        headers: ["Sec-Fetch-Site": "cross-site"])
      #expect(answer.status == .forbidden)
      #expect(try await state(1, client)["state"] as? String == "open")
    }
  }

  @Test(arguments: [
    ("task: {actions: {a: {titel: A, set: {state: x}}}}", "1:52: Unknown key “titel”; did you mean “title”?"),
    ("task: {actions: {a: {title: A}}}", "1:48: The action “a” needs set: {column: value}"),
    ("task: {actions: {a: {set: {state: [1]}}}}", "1:65: A value must be text, a number, true, false or null"),
  ])
  func mistakesInTheFileAreTold(tables: String, problem: String) throws {
    do {
      _ = try SiteFile(yaml: "databases: {sample: {tables: {\(tables)}}}")
      Issue.record("the file is taken")
    } catch { #expect(error.problems.map(\.description) == [problem]) }
  }

  @Test(arguments: [
    ("task: {actions: {a: {set: {stat: x}}}}", "1:58: “task” has no column “stat”; did you mean “state”?"),
    (
      "task: {actions: {a: {when: {stat: x}, set: {state: y}}}}",
      "1:59: “task” has no column “stat”; did you mean “state”?"
    ),
    ("task: {actions: {a: {set: {id: 1}}}}", "1:58: “id” is part of the key: actions can't set it"),
    ("titles: {actions: {a: {set: {title: x}}}}", "1:50: “titles” is a view: its rows can't have actions"),
  ])
  func columnsThatCannotBeSetAreTold(tables: String, problem: String) async throws {
    #expect(try await TaskSite.problems(tables) == [problem])
  }
}
