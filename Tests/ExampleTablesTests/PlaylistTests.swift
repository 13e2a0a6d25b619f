import ExampleTables
import Foundation
import MicroHTTPTesting
import TablePages
import Testing

/// One row chosen at a time, rows inserted where one stands, and headers that do something: by forms and as JSON.
@Suite struct PlaylistTests {
  let list: ExampleClient

  init() throws { list = try ExampleClient("playlist") }

  // MARK: Selection

  @Test func theOneThatIsChosenTakesThePlaceOfTheOther() async throws {
    let first = try await list.form(["event": "select", "row": "dawn"])
    #expect(first["Location"] == "/examples/playlist?_selected=dawn#row-dawn")
    let second = try await list.form(["event": "select", "row": "night"], on: "?_selected=dawn")
    #expect(second["Location"] == "/examples/playlist?_selected=night#row-night")
    let page = try await list.page("?_selected=night", after: second)
    #expect(page.contains("Stopped “First light”. Plays “Night shift”."))
    #expect(page.components(separatedBy: "aria-current=\"true\"").count == 2)
    // An address with several shows the first alone.
    let several = try await list.page("?_selected=night&_selected=dawn")
    #expect(several.components(separatedBy: "aria-current=\"true\"").count == 2)
  }

  @Test func dataChooseAndGiveUpTheSameWay() async throws {
    let answer = try await list.json(["event": "select", "row": "wind", "selected": ["dawn"]]).members
    #expect(answer["selected"] as? [String] == ["wind"])
    #expect(answer["message"] as? String == "Stopped “First light”. Plays “Wind from the north”.")
    let none = try await list.json(["event": "deselect", "row": "wind", "selected": ["wind"]]).members
    #expect(none["selected"] as? [String] == [] && none["message"] as? String == "Stopped “Wind from the north”.")
    #expect(try await list.rows("?_selected=rain").filter { $0["is_selected"] as? Bool == true }.count == 1)
    let refused = try await list.json(["event": "select", "row": "end-a"])
    #expect(refused.status == .conflict)
    #expect(try refused.members["error"] as? String == "There is nothing to play.")
  }

  // MARK: Insertion

  @Test func aRowIsInsertedWhereAnotherStandsAndItsFieldsAreOpened() async throws {
    let page = try await list.page("?_edit=on")
    #expect(page.contains("name=\"event\" value=\"insert\"") && page.contains("Insert row at "))
    #expect(!page.contains("Delete end-a"))
    let version = try await list.version("end-a")
    let answer = try await list.form(["event": "insert", "row": "end-a", "version": version], on: "?_edit=on")
    let address = try #require(answer["Location"])
    #expect(address.hasPrefix("/examples/playlist?_edit=on&_editing=r"))
    let opened = try await list.client.get(address).text
    #expect(opened.contains("name=\"values.title\" value=\"New track\""))
    let ids = try await list.ids()
    #expect(ids.count == 8 && ids.firstIndex(of: "end-a") == 4)
  }

  @Test func dataInsertAndTakeItBack() async throws {
    let styles: [String?] = try await list.rows().map { $0["editing_style"] as? String }
    #expect(styles.count { $0 == "insert" } == 2)
    let answer = try await list.json([
      "event": "insert", "row": "end-b", "version": try await list.version("end-b"),
    ]).members
    let inserted = (answer["rows"] as? [[String: Any]])?.first?["values"] as? [String: Any]
    #expect(inserted?["title"] as? String == "New track")
    #expect((answer["destination"] as? String)?.hasPrefix("?_edit=on&_editing=") == true)
    #expect(try await list.ids().count == 8)
    let undo = try #require(answer["undo"] as? String)
    #expect(try await list.json(["event": "undo", "token": undo]).status == .ok)
    #expect(try await list.ids().count == 7)
    // What deletes nothing can't be deleted, and the other way around.
    let deletion = try await list.json(["event": "delete", "row": "end-b"], headers: ["If-Match": "*"])
    #expect(deletion.status == .badRequest)
    let insertion = try await list.json(["event": "insert", "row": "dawn"], headers: ["If-Match": "*"])
    #expect(insertion.status == .badRequest)
  }

  @Test func whatTheFieldsCannotHoldIsToldByTheHandler() async throws {
    let wrong = try await list.form(
      ["event": "update", "row": "dawn", "version": try await list.version("dawn"), "values.length": "3 minutes"],
      on: "?_edit=on&_editing=dawn")
    #expect(wrong.status == .badRequest && wrong.text.contains("“3 minutes” is no length"))
    let right = try await list.json([
      "event": "update", "row": "dawn", "version": try await list.version("dawn"), "values": ["length": "4:05"],
    ]).members
    let values = (right["rows"] as? [[String: Any]])?.first?["values"] as? [String: Any]
    #expect(values?["seconds"] as? Int == 245 && values?["title"] as? String == "First light")
  }

  // MARK: Actions

  @Test func aHeaderOfASectionTurnsItsRowsAround() async throws {
    let page = try await list.page()
    #expect(page.contains("name=\"view\" value=\"header-1\"") && page.contains("Turn the order around"))
    let answer = try await list.form(["action": "turn", "view": "header-0"])
    #expect(try await list.page(after: answer).contains("Side A is turned around."))
    #expect(try await list.ids().prefix(4) == ["rain", "wind", "dawn", "end-a"])
    let sections = try #require(try await list.data()["sections"] as? [[String: Any]])
    let header = try #require(sections[1]["header"] as? [String: Any])
    #expect(header["view"] as? String == "header-1" && header["reuse_identifier"] as? String == "TitleCell")
    #expect((header["actions"] as? [[String: String]])?.map { $0["name"] } == ["turn"])
    let data = try await list.json(["event": "action", "action": "turn", "view": "header-1"]).members
    #expect(data["message"] as? String == "Side B is turned around.")
    #expect(try await list.ids().suffix(3) == ["night", "frost", "end-b"])
    _ = try await list.json(["event": "undo", "token": try #require(data["undo"] as? String)])
    #expect(try await list.ids().suffix(3) == ["frost", "night", "end-b"])
  }

  // MARK: Sides

  @Test func sidesAreRenamedMovedDeletedAndAdded() async throws {
    let page = try await list.page("?_edit=on")
    #expect(page.contains("aria-label=\"Rename: Side A\"") && page.contains("Move down: Side A"))
    func headers() async throws -> [[String: Any]] {
      let sections = try #require(try await list.data()["sections"] as? [[String: Any]])
      return sections.compactMap { $0["header"] as? [String: Any] }
    }
    func titles() async throws -> [String?] {
      try await headers().map { ($0["values"] as? [String: Any])?["title"] as? String }
    }
    func version(_ place: Int) async throws -> String { try #require(try await headers()[place]["version"] as? String) }
    let added = try await list.form(
      ["event": "insert", "view": "header-1", "version": try await version(1), "values.title": "Side C"],
      on: "?_edit=on")
    #expect(try await list.page("?_edit=on", after: added).contains("Added “Side C”."))
    #expect(try await titles() == ["Side A", "Side B", "Side C"])
    // It has an end, where tracks are inserted.
    #expect(try await list.rows().last?["editing_style"] as? String == "insert")
    let moved = try await list.form(["move": "up", "view": "header-2", "version": try await version(2)])
    #expect(try await list.page(after: moved).contains("Moved."))
    let renamed = try await list.json([
      "event": "update", "view": "header-1", "version": try await version(1), "values": ["title": "Between"],
    ])
    #expect(renamed.status == .ok)
    #expect(try await titles() == ["Side A", "Between", "Side B"])
    let question = try await list.page("?_edit=on&_delete_section=0")
    #expect(question.contains("Delete “Side A”?") && question.contains("Its 4 rows are deleted, too."))
    let deleted = try await list.json([
      "event": "delete", "view": "header-0", "version": try await version(0), "count": 4,
    ]).members
    #expect(try await titles() == ["Between", "Side B"])
    _ = try await list.json(["event": "undo", "token": try #require(deleted["undo"] as? String)])
    #expect(try await titles() == ["Side A", "Between", "Side B"])
    #expect(try await list.ids().prefix(4) == ["dawn", "wind", "rain", "end-a"])
  }

  @Test func aMenuMovesARowToTheEndOfItsSide() async throws {
    let answer = try await list.form(["action": "last", "row": "dawn", "version": try await list.version("dawn")])
    #expect(try await list.page(after: answer).contains("Plays “First light” last."))
    #expect(try await list.ids().prefix(4) == ["wind", "rain", "dawn", "end-a"])
    let data = try await list.json(["event": "action", "action": "last", "row": "wind"], headers: ["If-Match": "*"])
    #expect(data.status == .ok)
    #expect(try await list.ids().prefix(4) == ["rain", "dawn", "wind", "end-a"])
  }
}
