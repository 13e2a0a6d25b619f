import ExampleTables
import Foundation
import MicroHTTPTesting
import TablePages
import Testing

/// A grid built in code, whose rows can what those of a list can: by forms and as JSON.
@Suite struct StockTests {
  let grid: ExampleClient

  init() throws { grid = try ExampleClient("stock") }

  @Test func rowsOfAGridOfferWhatThoseOfListsDo() async throws {
    let page = try await grid.page()
    #expect(page.contains("<caption class=\"visually-hidden\" id=\"caption\">Stock; 7 rows on this page</caption>"))
    #expect(page.contains("<tr id=\"row-2\" class=\"row indent-1\"><th scope=\"row\"><div class=\"row-start\">"))
    #expect(page.contains("Level 2: </span><bdi>Mast</bdi>") && page.contains("Select Mast"))
    #expect(page.contains("Menu of Mast") && page.contains("Order ten more"))
    #expect(page.components(separatedBy: "<td class=\"row-end\">").count == 8)
    #expect(
      page.contains("<span class=\"column-title\">Actions</span>") && page.contains("href=\"/examples/stock?_edit=on\"")
    )
    let rows = try await grid.rows()
    #expect(rows.map { $0["indentation_level"] as? Int } == [0, 1, 2, 1, 2, 1, 0])
    #expect(try await grid.data()["style"] as? String == "grid")
  }

  @Test func whatIsChosenIsMarkedAndCounted() async throws {
    let answer = try await grid.form(["event": "select", "row": "4"], on: "?_selected=6")
    #expect(answer["Location"] == "/examples/stock?_selected=6&_selected=4#row-4")
    let page = try await grid.page("?_selected=6&_selected=4")
    #expect(page.contains("2 rows selected"))
    #expect(page.contains("<tr id=\"row-4\" aria-current=\"true\" class=\"row indent-1\">"))
    let data = try await grid.json(["event": "deselect", "row": 4, "selected": [6, 4]]).members
    #expect(data["selected"] as? [Int] == [6])
  }

  @Test func rowsAreEditedInTheirPlace() async throws {
    let page = try await grid.page("?_edit=on&_editing=2")
    #expect(
      page.contains(
        "<tr id=\"row-2\" class=\"row indent-1\"><td class=\"row-edit\" colspan=\"4\"><form class=\"row-fields\""))
    #expect(page.contains("name=\"values.name\" value=\"Mast\""))
    #expect(page.contains("Delete Anemometer") && !page.contains("Delete Mast") && page.contains("New part"))
    let version = try await grid.version("2")
    let wrong = try await grid.form(
      ["event": "update", "row": "2", "version": version, "values.count": "1.5"], on: "?_edit=on")
    #expect(wrong.status == .badRequest && wrong.text.contains("A count is a whole number"))
    _ = try await grid.form(["event": "update", "row": "2", "version": version, "values.count": "5"], on: "?_edit=on")
    let part = try await grid.rows()[1]
    #expect((part["values"] as? [String: Any])?["count"] as? Int == 5 && part["indentation_level"] as? Int == 1)
  }

  @Test func rowsAreMovedDeletedAndActedUpon() async throws {
    #expect(try await grid.page("?_edit=on").contains("Move up: Mast"))
    _ = try await grid.form(["move": "down", "row": "6", "version": try await grid.version("6")], on: "?_edit=on")
    #expect(try await grid.ids() == ["1", "2", "3", "4", "5", "7", "6"])
    let question = try await grid.page("?_edit=on&_delete=6")
    #expect(question.contains("Throw “Rain gauge” away?"))
    _ = try await grid.json(["event": "delete", "row": 6, "version": try await grid.version("6")])
    #expect(try await grid.ids() == ["1", "2", "3", "4", "5", "7"])
    let ordered = try await grid.form(["action": "order", "row": "4", "version": try await grid.version("4")])
    #expect(try await grid.page(after: ordered).contains("Ten more of “Anemometer” are on their way."))
  }

  @Test func chosenRowsOfAGridAreDeletedTogether() async throws {
    let question = try await grid.client.get("/examples/stock/-/chosen?_selected=4&_selected=6").text
    #expect(question.contains("Delete 2 rows") && question.contains("Order ten more"))
    var rows: [[String: String]] = []
    for id in ["4", "6"] { rows.append(["row": id, "version": try await grid.version(id)]) }
    let answer = try await grid.json(["event": "delete", "rows": rows]).members
    #expect(try await grid.ids() == ["1", "2", "3", "5", "7"])
    _ = try await grid.json(["event": "undo", "token": try #require(answer["undo"] as? String)])
    #expect(try await grid.ids() == ["1", "2", "3", "4", "5", "6", "7"])
    let kept = try await grid.json(["event": "delete", "rows": [["row": "2", "version": try await grid.version("2")]]])
    #expect(kept.status == .conflict)
    #expect(try kept.members["error"] as? String == "Nothing was deleted: “Mast” can't be deleted.")
  }
}
