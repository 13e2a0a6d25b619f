import Foundation
import MicroHTTP
import MicroHTTPTesting
import TableModel
import Testing

@testable import SiteTables
@testable import TableServer

@Suite struct UndoTests {
  @Test func whatARowHoldsCountsTwice() {
    func undo(_ text: String) -> Undo {
      Undo(table: "/words", edits: [.insert(Word(id: 1, text: text), at: nil)])
    }
    let short = undo("").byteCount, long = undo(String(repeating: "x", count: 1_000)).byteCount
    #expect(long - short == 2_000)
  }

  @Test func anUndoThatFailedCanBeTriedAgain() async throws {
    try await TaskSite.with("task: {}") { client, _ async throws in
      func update(_ title: String) async throws -> String {
        let answer = try await client.json(
          "/sample/task/1/-/update", #"{"update": {"title": "\#(title)"}, "undo": true}"#)
        return try #require(answer.object["undo"] as? String)
      }
      let first = try await update("one"), second = try await update("two")
      func undo(_ name: String) async throws -> Int {
        try await client.json("/sample/task/-/undo", #"{"undo": "\#(name)"}"#).status
      }
      #expect(try await undo(first) == 409)
      #expect(try await undo(second) == 200)
      #expect(try await undo(first) == 200)
      #expect(try await undo(first) == 404)
      #expect(try await client.values("title", of: "task").first == "Buy")
    }
  }
}
