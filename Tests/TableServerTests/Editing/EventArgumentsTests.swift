import SitePages
import TableArguments
import TableModel
import Testing

@testable import TableServer

@Suite struct EventArgumentsTests {
  @Test func whatTheAddressSaysOfRowsIsTakenOutOfItAndPutBack() throws {
    var items: [(name: String, value: String)] = [
      ("_size", "5"), ("_selected", "7"), ("_selected", "a,b"), ("_edit", "on"), ("_selected", "7"),
      ("_editing", "007"),
    ]
    let arguments = try EventArguments(takingFrom: &items)
    #expect(items.map(\.name) == ["_size"])
    #expect(arguments.selected == ["7", "a,b"] && arguments.isEditing && arguments.editing == "007")
    #expect(
      arguments.items.map { "\($0.name)=\($0.value)" } == ["_selected=7", "_selected=a,b", "_edit=on", "_editing=007"])
  }

  @Test func aSectionThatIsAboutToBeDeletedIsNamedByItsPlace() throws {
    let arguments = try EventArguments([("_edit", "on"), ("_delete_section", "2")])
    #expect(arguments.deletingSection == 2)
    #expect(arguments.items.map { "\($0.name)=\($0.value)" } == ["_edit=on", "_delete_section=2"])
    #expect(try EventArguments([("_delete_section", "")]) == EventArguments())
    for place in ["x", "-1", "9223372036854775808"] {
      #expect(throws: ArgumentErrors.self) { try EventArguments([("_delete_section", place)]) }
    }
  }

  @Test func moreRowsThanAnAddressHoldsAreRefused() {
    var items = (0..<201).map { (name: "_selected", value: String($0)) }
    #expect(throws: ArgumentErrors.self) { try EventArguments(takingFrom: &items) }
  }

  @Test func aWayBackKeepsWhatElseItSays() {
    var path = ReturnPath("/tasks?_size=5&_selected=1&_edit=on#row-1")
    #expect(path.events.selected == ["1"])
    path.events.selected = [RowKey("ü").encoded]
    path.row = RowKey("a b").encoded
    #expect(path.text == "/tasks?_size=5&_selected=%7EC3%7EBC&_edit=on#row-a+b")
    #expect(ReturnPath("/tasks").text == "/tasks")
    #expect(ReturnPath("/tasks?x=1&_edit=perhaps").text == "/tasks?x=1&_edit=perhaps")
  }
}
