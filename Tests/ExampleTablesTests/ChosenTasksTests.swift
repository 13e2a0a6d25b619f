import ExampleTables
import Foundation
import MicroHTTPTesting
import TablePages
import Testing

/// Several tasks changed or deleted at once, by forms and as JSON.
@Suite struct ChosenTasksTests {
  let list: ExampleClient

  init() throws { list = try ExampleClient("tasks") }

  @Test func whatIsChosenIsShownBeforeItIsDeletedOrChanged() async throws {
    let page = try await list.page("?_selected=2&_selected=5")
    let link = String(try #require(page.firstMatch(of: /href="([^"]+\/-\/chosen[^"]+)">Change or delete…/)?.1))
    let question = try await list.client.get(link.replacing("&amp;", with: "&")).text
    #expect(question.contains("<h1>2 rows</h1>") && question.contains("Water the plants"))
    #expect(question.contains("Delete 2 rows") && question.contains("Mark as done") && question.contains("Duplicate"))
    #expect(question.contains("name=\"rows.version\" value=\"\(try await list.version("5"))\""))
    #expect(question.contains("href=\"/examples/tasks?_selected=2&amp;_selected=5\">Cancel</a>"))
  }

  @Test func oneThatStaysIsNamedAndHasNoButton() async throws {
    let question = try await list.client.get("/examples/tasks/-/chosen?_selected=1&_selected=2").text
    #expect(question.contains("because of “Look at this list”") && !question.contains("Delete 2 rows"))
    #expect(question.contains("Mark as done"))
    let mixed = try await list.client.get("/examples/tasks/-/chosen?_selected=2&_selected=4").text
    #expect(!mixed.contains("Mark as done") && mixed.contains("Delete 2 rows"))
    #expect(try await list.client.get("/examples/tasks/-/chosen").text.contains("No row is selected"))
  }

  @Test func aFormDeletesThemAllAndUndoBringsThemBack() async throws {
    let answer = try await send(["2", "5"], ["event": "delete"], on: "?_selected=2&_selected=5&_selected=3")
    #expect(answer["Location"] == "/examples/tasks?_selected=3")
    #expect(try await list.ids() == ["1", "3", "4", "6"])
    let page = try await list.page(after: answer)
    #expect(page.contains("Deleted 2 rows."))
    let token = String(try #require(page.firstMatch(of: /name="token" value="([a-z0-9]+)"/)?.1))
    _ = try await list.form(["event": "undo", "token": token])
    #expect(try await list.ids() == ["1", "2", "3", "4", "5", "6"])
  }

  @Test func aFormThatOneRowRefusesChangesNone() async throws {
    let answer = try await send(["1", "2"], ["event": "delete"])
    #expect(
      try await list.page(after: answer).contains("Nothing was deleted: “Look at this list” can&#39;t be deleted."))
    #expect(try await list.ids().count == 6)
  }

  @Test func anActionIsPerformedOnAllOfThemByAFormAndByData() async throws {
    let answer = try await send(["2", "3"], ["event": "action", "action": "finish"])
    #expect(try await list.page(after: answer).contains("Mark as done: 2 rows."))
    let done = try await list.rows().filter { ($0["values"] as? [String: Any])?["isDone"] as? Bool == true }
    #expect(done.map { $0["id"] as? Int } == [2, 3, 4])
    let data = try await list.json(["event": "action", "action": "duplicate", "rows": try await seen(["2", "3"])])
      .members
    #expect((data["rows"] as? [Any])?.count == 2 && data["message"] as? String == "Duplicate: 2 rows.")
    let titles = try await list.rows().compactMap { ($0["values"] as? [String: Any])?["title"] as? String }
    #expect(
      titles.prefix(5) == [
        "Look at this list", "Water the plants", "Water the plants", "Calibrate sensor 3", "Calibrate sensor 3",
      ])
    let refused = try await list.json(["event": "action", "action": "finish", "rows": try await seen(["5", "4"])])
    #expect(refused.status == .conflict)
    #expect(
      try refused.members["error"] as? String
        == "Nothing was done: “Mark as done” isn't available for “Order cable”.")
  }

  @Test func theyMoveTogetherByAFormAndByData() async throws {
    let question = try await list.client.get("/examples/tasks/-/chosen?_selected=2&_selected=3").text
    #expect(question.contains("Move up") && question.contains("Move down"))
    let answer = try await send(["2", "3"], ["event": "move", "move": "down"])
    #expect(try await list.page(after: answer).contains("Moved 2 rows."))
    #expect(try await list.ids() == ["1", "4", "2", "3", "5", "6"])
    let data = try await list.json(["event": "move", "before": 5, "rows": try await seen(["2", "4"])])
    #expect(try data.members["message"] as? String == "Moved 2 rows.")
    #expect(try await list.ids() == ["1", "3", "4", "2", "5", "6"])
    let refused = try await list.json(["event": "move", "move": "down", "rows": try await seen(["1", "2"])])
    #expect(refused.status == .conflict)
    #expect(try refused.members["error"] as? String == "Nothing was moved: “Look at this list” can't be moved.")
  }

  @Test func whatIsTickedIsEnteredIntoAllOfThem() async throws {
    let page = try await list.client.get("/examples/tasks/-/chosen?_selected=2&_selected=3").text
    #expect(page.contains("<h2 id=\"shared\">Set for all selected rows</h2>") && page.contains("Change 2 rows"))
    #expect(page.contains("name=\"set.priority\"") && !page.contains(" required"))
    let answer = try await send(
      ["2", "3"], ["event": "update", "set.hours": "1", "values.hours": "77", "values.title": ""], on: "?_selected=2")
    #expect(answer["Location"] == "/examples/tasks?_selected=2#row-2")
    let said = try await list.page(after: answer)
    #expect(said.contains("Changed 2 rows."))
    let rows = try await list.rows().filter { ["2", "3"].contains("\($0["id"] ?? "")") }.compactMap {
      $0["values"] as? [String: Any]
    }
    #expect(rows.map { $0["hours"] as? Double } == [77, 77])
    #expect(rows.map { $0["title"] as? String } == ["Water the plants", "Calibrate sensor 3"])
    let token = String(try #require(said.firstMatch(of: /name="token" value="([a-z0-9]+)"/)?.1))
    _ = try await list.form(["event": "undo", "token": token])
    #expect(try await !list.page().contains("77 hours"))
  }

  @Test func valuesThatSomeRowDoesNotTakeAreShownAgain() async throws {
    let before = try await list.version("2") + list.version("3")
    let page = try await send(["2", "3"], ["event": "update", "set.hours": "1", "values.hours": "-1"])
    #expect(page.status == .badRequest && page.text.contains("A task takes no less than no time"))
    #expect(page.text.contains("because of “Water the plants”") && page.text.contains("value=\"-1\""))
    #expect(page.text.contains("name=\"set.hours\" value=\"1\" checked>"))
    let nothing = try await send(["2", "3"], ["event": "update", "values.hours": "5"])
    #expect(nothing.status == .badRequest && nothing.text.contains("Name at least one field to change"))
    let data = try await list.json(
      ["event": "update", "values": ["hours": "many"], "rows": try await seen(["2", "3"])])
    #expect(data.status == .badRequest)
    #expect(try data.members["fields"] as? [String: String] == ["hours": "“many” isn't a number; write 0.99"])
    let done = try await list.json(["event": "update", "values": ["hours": 5], "rows": try await seen(["2", "3"])])
    #expect(done.status == .ok)
    #expect(try (done.members["rows"] as? [Any])?.count == 2)
    _ = try await list.json(["event": "undo", "token": try #require(try done.members["undo"] as? String)])
    #expect(try await list.version("2") + list.version("3") == before)
  }

  @Test func whoeverIsSecondIsToldAndNothingIsDone() async throws {
    let seen = try await seen(["2", "3"])
    _ = try await list.json(["event": "update", "row": 3, "version": seen[1]["version"] ?? "", "values": ["hours": 9]])
    let data = try await list.json(["event": "delete", "rows": seen])
    #expect(data.status == .conflict)
    #expect((try data.members["current"] as? [String: Any])?["id"] as? Int == 3)
    let page = try await list.form(
      [
        "event": "delete", "rows.row": "2", "rows.version": seen[0]["version"] ?? "", "rows.row": "3",
        "rows.version": seen[1]["version"] ?? "",
      ], on: "?_selected=2&_selected=3")
    #expect(page.status == .conflict && page.text.contains("This row has changed"))
    #expect(page.text.contains("/-/chosen?_selected=2&amp;_selected=3") && !page.text.contains("Apply anyway"))
    #expect(try await list.ids().count == 6)
  }

  @Test func rowsWithoutVersionsAndOtherEventsAreRefused() async throws {
    for body: [String: Any] in [
      ["event": "delete", "rows": [["row": 2]]], ["event": "move", "rows": try await seen(["2"])],
      ["event": "delete", "rows": [["row": 2, "version": "new"]]],
    ] { #expect(try await list.json(body).status == .badRequest, "\(body)") }
    #expect(try await list.ids().count == 6)
  }

  private func seen(_ ids: [String]) async throws -> [[String: String]] {
    var rows: [[String: String]] = []
    for id in ids { rows.append(["row": id, "version": try await list.version(id)]) }
    return rows
  }

  private func send(
    _ ids: [String], _ fields: KeyValuePairs<String, String>, on query: String = ""
  ) async throws -> TestResponse {
    var all = fields.map { ($0.key, $0.value) }
    for id in ids { all += [("rows.row", id), ("rows.version", try await list.version(id))] }
    return try await list.form(all, on: query)
  }
}
