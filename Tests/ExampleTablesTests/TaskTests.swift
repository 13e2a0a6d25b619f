import ExampleTables
import Foundation
import MicroHTTP
import MicroHTTPTesting
import TablePages
import Testing
import TextCoding

/// The table of tasks, used as a browser without scripts uses it, and as JSON.
@Suite struct TaskTests {
  let client: TestClient
  let path = "/examples/tasks"

  init() throws {
    var site = Site()
    try Tasks.mount(on: &site, at: path)
    client = .inProcess(try TableServer(unchecked: site))
  }

  // MARK: Showing

  @Test func aPageOffersWhatCanBeDoneWithItsRows() async throws {
    let page = try await client.get(path).text
    #expect(page.contains(#"href="/examples/tasks?_edit=on">Edit</a>"#))
    #expect(page.contains(#"name="event" value="select" aria-pressed="false""#))
    #expect(page.contains("Select Water the plants"))
    #expect(!page.contains("Select Order cable"))
    #expect(page.contains("Menu of Water the plants") && page.contains("Mark as done"))
    #expect(page.contains("Details of Water the plants") && !page.contains("Details of Paint the mast"))
    #expect(page.contains(#"<li id="row-4" class="row row-unlit">"#))
    #expect(page.contains("Remove what is done"))
  }

  @Test func dataSayOfEachRowWhatCanBeDoneWithIt() async throws {
    let rows = try await rows()
    #expect(rows.map { $0["editing_style"] as? String } == ["none", "delete", "delete", "delete", "delete", "delete"])
    #expect(rows.map { $0["is_movable"] as? Bool } == [false, true, true, true, true, true])
    #expect(rows.map { $0["is_highlighted"] as? Bool } == [true, true, true, false, true, true])
    let actions = rows.map { ($0["actions"] as? [[String: String]])?.compactMap { $0["name"] } }
    #expect(actions[1] == ["finish", "duplicate"] && actions[3] == ["reopen", "duplicate"] && actions[5] == [])
    #expect(rows.allSatisfy { ($0["version"] as? String)?.utf8.count == 16 })
  }

  // MARK: Selection

  /// The page without what stands below its rows.
  private func rows(_ query: String) async throws -> String {
    try #require(try await client.get(path + query).text.components(separatedBy: "</main>").first)
  }

  @Test func choosingPutsTheRowIntoTheAddress() async throws {
    let answer = try await form(["event": "select", "row": "2", "_return": path])
    #expect(answer.status == .seeOther)
    #expect(answer["Location"] == "/examples/tasks?_selected=2#row-2")
    let more = try await form(["event": "select", "row": "3", "_return": path + "?_selected=2"])
    #expect(more["Location"] == "/examples/tasks?_selected=2&_selected=3#row-3")
    let page = try await rows("?_selected=2&_selected=3")
    #expect(page.contains("2 rows selected"))
    #expect(page.components(separatedBy: "aria-current=\"true\"").count == 3)
    let fewer = try await form(["event": "deselect", "row": "2", "_return": path + "?_selected=2&_selected=3"])
    #expect(fewer["Location"] == "/examples/tasks?_selected=3#row-2")
  }

  @Test func aRowMayRefuseToBeChosenOrLeadToAnother() async throws {
    let refused = try await json(["event": "select", "row": 4, "selected": [2]])
    #expect(refused.status == .conflict)
    #expect(try refused.object["error"] as? String == "Tasks that are done can't be selected.")
    #expect(try refused.object["selected"] as? [Int] == [2])
    // Neither does an address that was written by hand.
    #expect(try await !rows("?_selected=4").contains("aria-current=\"true\""))
    let led = try await json(["event": "select", "row": 6])
    #expect(try led.object["selected"] as? [Int] == [3])
  }

  // MARK: Accessory and actions

  @Test func theButtonAtTheEndReachesTheHandler() async throws {
    let answer = try await form(["event": "accessory", "row": "2", "_return": path])
    let page = try await client.get(path, headers: ["Cookie": try #require(answer.cookies)]).text
    #expect(page.contains("The ones in the shelter of station 0614, too."))
    #expect(
      try await json(["event": "accessory", "row": 2]).object["message"] as? String
        == "The ones in the shelter of station 0614, too.")
  }

  @Test func anActionChangesItsRowAndCanBeUndone() async throws {
    let before = try await version(2)
    let answer = try await form(["action": "finish", "row": "2", "version": before, "_return": path])
    #expect(answer.status == .seeOther)
    let page = try await client.get(path, headers: ["Cookie": try #require(answer.cookies)]).text
    #expect(page.contains("Done: “Water the plants”.") && page.contains("<s>Water the plants</s>"))
    let token = try #require(page.firstMatch(of: /name="token" value="([a-z0-9]+)"/)?.1)
    #expect(try await form(["event": "undo", "token": String(token), "_return": path]).status == .seeOther)
    #expect(try await version(2) == before)
    // Once.
    #expect(try await form(["event": "undo", "token": String(token), "_return": path]).status == .badRequest)
  }

  @Test func anUndoThatFailedCanBeTriedAgain() async throws {
    func update(_ hours: Int) async throws -> String {
      let answer = try await json(
        ["event": "update", "row": 2, "version": try await version(2), "values": ["hours": hours]])
      return try #require(try answer.object["undo"] as? String)
    }
    let before = try await version(2)
    let first = try await update(5), second = try await update(6)
    #expect(try await json(["event": "undo", "token": first]).status == .conflict)
    #expect(try await json(["event": "undo", "token": second]).status == .ok)
    #expect(try await json(["event": "undo", "token": first]).status == .ok)
    #expect(try await version(2) == before)
  }

  @Test func whatCannotBePerformedAtTheMomentIsRefused() async throws {
    let answer = try await json(["event": "action", "action": "reopen", "row": 2, "version": try await version(2)])
    #expect(answer.status == .badRequest)
  }

  @Test func footersHaveActionsToo() async throws {
    let footer = try #require(try await client.get(path + ".json").object["footer"] as? [String: Any])
    #expect(footer["view"] as? String == "footer")
    #expect((footer["actions"] as? [[String: String]])?.map { $0["name"] } == ["tidy"])
    let answer = try await json(["event": "action", "action": "tidy", "view": "footer"])
    #expect(try answer.object["message"] as? String == "Removed one task.")
    #expect(try await rows().count == 5)
    let again = try await json(["event": "action", "action": "tidy", "view": "footer"])
    #expect(try again.object["error"] as? String == "Nothing is done yet.")
  }

  // MARK: Editing

  @Test func deletingAsksFirstInTheHandlersWords() async throws {
    let list = try await client.get(path + "?_edit=on").text
    #expect(list.contains("?_edit=on&amp;_delete=2\""))
    #expect(!list.contains("_delete=1\""))
    #expect(list.contains(#"<li id="row-2" class="row row-indented row-movable">"#))
    #expect(list.contains(#"<li id="row-6" class="row row-movable">"#))
    let question = try await client.get(path + "?_edit=on&_delete=2").text
    #expect(
      question.contains("Delete “Water the plants”?") && question.contains("It isn&#39;t done yet.")
        || question.contains("It isn't done yet."))
    #expect(question.contains("Delete it</button>"))
    let answer = try await form(
      ["event": "delete", "row": "2", "version": try await version(2), "_return": path + "?_edit=on"])
    #expect(answer["Location"] == "/examples/tasks?_edit=on")
    #expect(try await rows().compactMap { $0["id"] as? Int } == [1, 3, 4, 5, 6])
    #expect(try await json(["event": "delete", "row": 1, "version": try await version(1)]).status == .badRequest)
  }

  @Test func theFieldsOfARowAreChangedInItsPlace() async throws {
    let page = try await client.get(path + "?_edit=on&_editing=3").text
    #expect(page.contains(#"name="values.title" value="Calibrate sensor 3" required"#))
    #expect(page.contains(#"<input type="date""#) && page.contains("<option value=\"high\" selected>high</option>"))
    let version = try await version(3)
    let answer = try await form([
      "event": "update", "row": "3", "version": version, "_return": path + "?_edit=on&_editing=3",
      "values.title": "Calibrate <both>", "values.hours": "3",
    ])
    #expect(answer["Location"] == "/examples/tasks?_edit=on#row-3")
    let row = try #require(try await rows().first { $0["id"] as? Int == 3 }?["values"] as? [String: Any])
    #expect(row["title"] as? String == "Calibrate <both>" && row["hours"] as? Double == 3)
    #expect(row["priority"] as? String == "high")
    #expect(try await client.get(path).text.contains("Calibrate &lt;both&gt;"))
  }

  @Test func whatCannotBeStoredIsShownAgainWithWhatIsWrongBesideIt() async throws {
    let version = try await version(3)
    let answer = try await form([
      "event": "update", "row": "3", "version": version, "_return": path + "?_edit=on", "values.title": "",
      "values.due": "soon",
    ])
    #expect(answer.status == .badRequest)
    #expect(answer.text.contains("Task is required") && answer.text.contains("“soon” isn&#39;t a date"))
    #expect(answer.text.contains(#"value="soon" aria-invalid="true" aria-describedby="row-3-field-2-error""#))
    let data = try await json(["event": "update", "row": 3, "version": version, "values": ["hours": "-1"]])
    #expect(data.status == .badRequest)
    #expect(try data.object["fields"] as? [String: String] == ["hours": "A task takes no less than no time"])
    #expect(try await self.version(3) == version)
  }

  @Test func newRowsComeFromFields() async throws {
    #expect(try await client.get(path + "?_edit=on").text.contains("New task"))
    #expect(try await !client.get(path).text.contains("New task"))
    let answer = try await json(["event": "insert", "values": ["title": "Buy paint", "hours": 1.5]])
    let row = try #require((try answer.object["rows"] as? [[String: Any]])?.first)
    #expect((row["values"] as? [String: Any])?["title"] as? String == "Buy paint")
    #expect(try await rows().count == 7)
    let refused = try await form(["event": "insert", "values.title": "", "_return": path + "?_edit=on"])
    #expect(refused.status == .badRequest && refused.text.contains("Task is required"))
  }

  // MARK: Moving

  @Test func rowsAreMovedByButtonsToRowsAndToPlaces() async throws {
    func order() async throws -> [Int] { try await rows().compactMap { $0["id"] as? Int } }
    #expect(try await client.get(path + "?_edit=on").text.contains("Move up: Water the plants"))
    _ = try await form(["move": "down", "row": "2", "version": try await version(2), "_return": path])
    #expect(try await order() == [1, 3, 2, 4, 5, 6])
    _ = try await json(["event": "move", "row": 5, "version": try await version(5), "before": 3])
    #expect(try await order() == [1, 5, 3, 2, 4, 6])
    _ = try await json(["event": "move", "row": 5, "version": try await version(5), "after": 3])
    #expect(try await order() == [1, 3, 5, 2, 4, 6])
    _ = try await json(["event": "move", "row": 4, "version": try await version(4), "to": ["section": 1, "row": 0]])
    #expect(try await order() == [1, 3, 5, 2, 4, 6])
    // The handler proposes another place than the pinned row's.
    _ = try await json(["event": "move", "row": 6, "version": try await version(6), "to": ["section": 0, "row": 0]])
    #expect(try await order().first == 6)
    _ = try await json(["event": "move", "row": 2, "version": try await version(2), "to": ["section": 0, "row": 0]])
    #expect(try await order().prefix(2) == [6, 2])
    #expect(
      try await json(["event": "move", "row": 1, "version": try await version(1), "move": "down"]).status == .badRequest
    )
  }

  // MARK: Two at once

  @Test func whoeverIsSecondIsToldAndLosesNothing() async throws {
    let seen = try await version(2)
    _ = try await json(["event": "update", "row": 2, "version": seen, "values": ["title": "Water the lawn"]])
    let fields = [
      "event": "update", "row": "2", "version": seen, "_return": path, "values.title": "Water the roses",
      "values.hours": "4",
    ]
    let answer = try await form(fields)
    #expect(answer.status == .conflict)
    #expect(answer.text.contains("Water the lawn") && answer.text.contains("Water the roses"))
    let current = try await version(2)
    #expect(answer.text.contains(#"name="version" value="\#(current)""#))
    #expect(answer.text.contains(#"name="values.title" value="Water the roses""#))
    let data = try await json(["event": "delete", "row": 2, "version": seen])
    #expect(data.status == .conflict)
    #expect((try data.object["current"] as? [String: Any])?["version"] as? String == current)
    let conditional = try await json(["event": "delete", "row": 2], headers: ["If-Match": "\"\(seen)\""])
    #expect(conditional.status == .preconditionFailed)
    let gone = try await json(["event": "delete", "row": 77, "version": seen])
    #expect(gone.status == .conflict)
    #expect(try gone.object["current"] is NSNull)
    #expect(try await form(fields.merging(["version": current]) { $1 }).status == .seeOther)
    #expect(try await client.get(path).text.contains("Water the roses"))
  }

  @Test func aChangeNamesTheVersionThatItWasMadeFor() async throws {
    #expect(try await json(["event": "delete", "row": 2]).status == .badRequest)
    #expect(try await json(["event": "delete", "row": 2, "version": "new"]).status == .badRequest)
    #expect(try await json(["event": "delete", "row": 2], headers: ["If-Match": "*"]).status == .ok)
  }

  // MARK: Copies

  @Test func chosenRowsAreCopiedAsTextAndAsTable() async throws {
    let data = try await client.get(path + "/-/copy?_selected=3&_selected=2", headers: ["Accept": "application/json"])
    #expect(
      try data.object["text"] as? String
        == "Task\tDue\tHours\tPriority\tDone\nCalibrate sensor 3\t2026-03-02\t2\thigh\tfalse\n"
        + "Water the plants\t2026-03-02\t0.5\tnormal\tfalse\n")
    #expect((try data.object["html"] as? String)?.contains("<td>Water the plants</td>") == true)
    let page = try await client.get(path + "/-/copy?_selected=3").text
    #expect(page.contains("<textarea id=\"source\"") && page.contains("Calibrate sensor 3\t2026-03-02"))
  }

  @Test func pastedRowsAreShownBeforeTheyAreStored() async throws {
    let text = "Task\tHours\tDue\nFirst\t2\t2026-01-05\n\"Second, \"\"quoted\"\"\"\t\t\n"
    let preview = try await form(["event": "paste", "text": text, "_return": path + "?_edit=on"])
    #expect(
      preview.status == .ok && preview.text.contains("Add 2 rows?") && preview.text.contains("<small>date</small>"))
    #expect(try await rows().count == 6)
    let stored = try await form(["event": "paste", "text": text, "confirm": "on", "_return": path + "?_edit=on"])
    #expect(stored.status == .seeOther)
    let titles = try await rows().compactMap { ($0["values"] as? [String: Any])?["title"] as? String }
    #expect(titles.suffix(2) == ["First", "Second, \"quoted\""])
  }

  @Test func pastedRowsAreStoredAllOrNone() async throws {
    let text = "Task,Hours,Colour\nFine,1,red\nWrong,many,blue\n,3,\n"
    let page = try await form(["event": "paste", "text": text, "confirm": "on", "_return": path])
    #expect(page.status == .badRequest)
    #expect(page.text.contains("“many” isn&#39;t a number") && page.text.contains("Task is required"))
    #expect(
      page.text.contains("<small>left out</small>") && page.text.contains("2 rows can't be stored")
        || page.text.contains("2 rows can&#39;t be stored"))
    let data = try await json(["event": "paste", "text": text])
    #expect(data.status == .badRequest)
    let errors = try data.object["errors"] as? [String]
    #expect(errors == ["Row 2: “many” isn't a number; write 0.99", "Row 3: Task is required"])
    #expect(try await rows().count == 6)
  }

  // MARK: Others

  @Test func nothingIsTakenFromOtherSites() async throws {
    let cross = try await form(
      ["event": "delete", "row": "2", "version": try await version(2), "_return": path],
      headers: ["Sec-Fetch-Site": "cross-site"])
    #expect(cross.status == .forbidden)
    #expect(try await rows().count == 6)
    #expect(
      try await form(["event": "select", "row": "2", "_return": "//evil.example/"])["Location"]?.hasPrefix("/?") == true
    )
  }

  @Test func whatMakesNoSenseIsToldInWords() async throws {
    for body: [String: Any] in [
      ["event": "fly", "row": 2], ["row": 2], ["event": "select"],
      ["event": "move", "row": 2, "version": "0000000000000000", "to": ["section": -1]],
      ["event": "action", "action": "tidy", "view": "nowhere"], ["event": "insert", "kind": 4, "values": [:]],
      ["event": "paste", "text": ""],
    ] {
      let answer = try await json(body)
      #expect(answer.status == .badRequest, "\(body): \(answer.text)")
      #expect((try answer.object["error"] as? String)?.isEmpty == false)
    }
    #expect(try await json(["event": "select", "row": 99]).status == .notFound)
    #expect(
      try await client.post(path + "/-/event", "{", headers: ["Content-Type": "application/json"]).status == .badRequest
    )
    #expect(try await client.get(path + "/-/event").status == Status(405))
    #expect(try await client.get(path + "?_edit=perhaps").status == .badRequest)
  }

  // MARK: Support

  private func rows() async throws -> [[String: Any]] {
    let sections = try #require(try await client.get(path + ".json").object["sections"] as? [[String: Any]])
    return sections.flatMap { $0["cells"] as? [[String: Any]] ?? [] }
  }

  private func version(_ id: Int) async throws -> String {
    try #require(try await rows().first { $0["id"] as? Int == id }?["version"] as? String)
  }

  private func form(_ fields: [String: String], headers: [String: String] = [:]) async throws -> TestResponse {
    let text = fields.map { PercentEncoding.encode($0.key) + "=" + PercentEncoding.encode($0.value) }
      .joined(separator: "&")
    let type = ["Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"]
    return try await client.post(path + "/-/event", text, headers: type.merging(headers) { $1 })
  }

  private func json(_ body: [String: Any], headers: [String: String] = [:]) async throws -> TestResponse {
    let text = String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
    return try await client.post(
      path + "/-/event", text, headers: ["Content-Type": "application/json"].merging(headers) { $1 })
  }
}

extension TestResponse {
  fileprivate var object: [String: Any] {
    get throws { try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]) }
  }
}
