import TableModel
import Testing

@testable import SQLiteTables

/// What an audit has of each row, and who may write to it.
struct AuditTableTests {
  @Test func whoChangedWhatIsWrittenDownWithTheChange() async throws {
    let sample = try WritableFixture("CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT)") { $0.keepsAudit = true }
    let writer = try await sample.writer("note")
    _ = try await writer.apply([.insert([.init("text", .text("say \"a\""))])], by: "ada")
    _ = try await writer.apply([.update(key: ["1"], [.init("text", .null)])], by: "bob")
    _ = try await writer.apply([.update(key: ["1"], [.init("text", .null)])], by: "bob")
    _ = try await writer.apply([.delete(key: ["1"])], by: "ada")
    _ = try? await writer.apply([.insert([.init("id", .text("no"))])], by: "eve")
    let rows = try sample.fixture.rows(
      #"SELECT "by", "table", action, "key", "before", "after" FROM _tablepages_audit"#)
    #expect(
      rows == [
        [
          .text("ada"), .text("note"), .text("inserted"), .text("1"), .null, .text(#"{"id": 1, "text": "say \"a\""}"#),
        ],
        [
          .text("bob"), .text("note"), .text("updated"), .text("1"), .text(#"{"id": 1, "text": "say \"a\""}"#),
          .text(#"{"id": 1, "text": null}"#),
        ],
        [.text("ada"), .text("note"), .text("deleted"), .text("1"), .text(#"{"id": 1, "text": null}"#), .null],
      ])
    #expect(
      try sample.fixture.rows("SELECT count(*) FROM _tablepages_audit WHERE at GLOB '20??-??-??T??:??:??.???Z'") == [
        [.integer(3)]
      ])
    #expect(try await sample.database.table(named: "_tablepages_audit")?.schema() != nil)
    #expect(try await sample.database.table(named: "_tablepages_audit")?.writer == nil)
  }
}
