import MicroHTTP
import MicroHTTPTesting
import Testing

/// Every kind of table is edited in the same ways, by forms and by JSON.
@Suite struct EveryTableEditingTests {
  @Test(arguments: EditableKind.allCases, TableEditor.Medium.allCases)
  func changesAreStoredAndUndone(_ kind: EditableKind, _ medium: TableEditor.Medium) async throws {
    try await with(kind, medium) { editor in
      for change in editor.changes {
        let response = try await editor.send(change)
        #expect(
          medium == .form ? response.status == .seeOther : response.status.code < 300, "\(change) \(response.text)")
        #expect(try await editor.names() == change.names, "\(change)")
        let undone = try await editor.undo(try await editor.undoName(response))
        #expect(medium == .form ? undone.status == .seeOther : undone.status == .ok, "\(change) \(undone.text)")
        #expect(try await editor.names() == ["one", "two", "three"], "\(change)")
      }
    }
  }

  @Test(arguments: EditableKind.allCases, TableEditor.Medium.allCases)
  func aRowThatHasChangedIsLeftAsItIs(_ kind: EditableKind, _ medium: TableEditor.Medium) async throws {
    try await with(kind, medium) { editor in
      for change in [TableEditor.Change.update, .delete] {
        let response = try await editor.send(change, version: "0123456789abcdef")
        #expect(response.status == .conflict, "\(change) \(response.text)")
        #expect(try await editor.names() == ["one", "two", "three"], "\(change)")
      }
    }
  }

  @Test(arguments: EditableKind.allCases, TableEditor.Medium.allCases)
  func aValueThatTheTableDoesNotTakeIsRefusedAndShownAgain(
    _ kind: EditableKind, _ medium: TableEditor.Medium
  ) async throws {
    let long = String(repeating: "x", count: 21)
    try await with(kind, medium) { editor in
      for change in [TableEditor.Change.update, .insert, .bulkUpdate, .paste] {
        let response = try await editor.send(change, name: long)
        #expect(response.status == .badRequest, "\(change) \(response.text)")
        if medium == .form { #expect(response.text.contains(long), "\(change)") }
        #expect(try await editor.names() == ["one", "two", "three"], "\(change)")
      }
    }
  }

  @Test(arguments: EditableKind.allCases, TableEditor.Medium.allCases)
  func pastedRowsAreShownBeforeTheyAreStored(_ kind: EditableKind, _ medium: TableEditor.Medium) async throws {
    try await with(kind, medium) { editor in
      let preview = try await editor.send(.paste, isConfirmed: false)
      #expect(preview.status == .ok)
      if medium == .form {
        #expect(preview.text.contains("Add 1 row?") && preview.text.contains("new"))
      } else {
        let rows = (try preview.object()["preview"] as? [String: Any])?["rows"] as? [[String]]
        #expect(rows == [["new"]])
      }
      #expect(try await editor.names() == ["one", "two", "three"])
    }
  }

  private func with(
    _ kind: EditableKind, _ medium: TableEditor.Medium, _ test: (TableEditor) async throws -> Void
  ) async throws {
    try await kind.withClient { try await test(TableEditor(kind: kind, medium: medium, client: $0)) }
  }
}
