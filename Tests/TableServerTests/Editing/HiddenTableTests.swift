import Foundation
import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import SiteConfiguration
import TableModel
import Testing

@testable import TableServer

/// Tables that belong to SQLite, to an index or to the audit are not written to by their paths, whatever somebody may do.
struct HiddenTableTests {
  private static let schema = """
    CREATE TABLE item (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT);
    INSERT INTO item (name) VALUES ('one');
    CREATE INDEX names ON item (name);
    ANALYZE;
    CREATE VIRTUAL TABLE docs USING fts5(body);
    INSERT INTO docs VALUES ('hello');
    CREATE VIEW names_of_items AS SELECT name FROM item;
    """
  private static let tables = [
    "docs_data", "docs_content", "docs_config", "DOCS_Data", "sqlite_schema", "sqlite_master", "sqlite_temp_schema",
    "sqlite_sequence", "sqlite_stat1", "_tablepages_audit", "_TablePages_Audit", "names_of_items", "docs",
  ]

  private static func with(
    _ everyone: Grants = Grants(.administer), _ test: (TestClient) async throws -> Void
  ) async throws {
    try await SampleDatabase.withWritable(schema, everyone, keepsAudit: true) { client in
      // The audit begins with the first change.
      let first = try await client.post(
        "/sample/item/-/insert", #"{"row": {"name": "two"}}"#, headers: ["Content-Type": "application/json"])
      #expect(first.status == .created)
      try await test(client)
    }
  }

  /// What an audit holds of other tables is no way around a rule for one of them.
  @Test func theAuditIsReadByWhoeverMayReadAllOrWhereItIsNamed() async throws {
    let all = Grants(.write)
    var part = all
    part["sample", "docs"] = nil
    var named = part
    named["sample", "_tablepages_audit"] = .read
    for (grants, isRead) in [(all, true), (part, false), (named, true)] {
      try await Self.with(grants) { client async throws in
        let audit = try await client.get("/sample/_tablepages_audit.json")
        #expect(audit.status == (isRead ? .ok : .notFound), "\(audit.status)")
        #expect(try await client.get("/sample/item.json").status == .ok)
        #expect(try await client.get("/sample.json").text.contains("_tablepages_audit") == isRead)
      }
    }
  }

  @Test(arguments: tables)
  func nothingIsWrittenToThem(_ table: String) async throws {
    try await Self.with { client async throws in
      let before = try await client.get("/sample/\(table).json").text
      let json = ["Content-Type": "application/json"], form = ["Content-Type": "application/x-www-form-urlencoded"]
      let row = #"{"row": {"id": 1, "name": "x", "block": "x", "by": "nobody", "body": "x"}}"#
      let answers = [
        try await client.post("/sample/\(table)/-/insert", row, headers: json),
        try await client.post("/sample/\(table)/-/upsert", row, headers: json),
        try await client.post(
          "/sample/\(table)/1/-/update", #"{"update": {"block": "x", "by": "nobody"}}"#, headers: json),
        try await client.post("/sample/\(table)/1/-/delete", "{}", headers: json),
        try await client.post("/sample/\(table)/-/paste", #"{"text": "id\n7", "confirm": true}"#, headers: json),
        try await client.post("/sample/\(table)/-/insert", "value.id=7", headers: form),
        try await client.post("/sample/\(table)/1/-/update", "version=0000000000000000&value.id=7", headers: form),
        try await client.post("/sample/\(table)/1/-/delete", "version=0000000000000000", headers: form),
        try await client.post(
          "/sample/\(table)/-/change", "_delete=1&row=1&version=0000000000000000", headers: form),
        try await client.post("/sample/\(table)/-/change", "_duplicate=%2F&_selected=1", headers: form),
        try await client.post("/sample/\(table)/-/undo", "undo=x", headers: form),
        try await client.get("/sample/\(table)/-/new"), try await client.get("/sample/\(table)/1/-/edit"),
        try await client.get("/sample/\(table)/1/-/remove"), try await client.get("/sample/\(table)/-/paste"),
      ]
      for answer in answers {
        #expect(
          answer.status == .forbidden || answer.status == .notFound, "\(answer.status): \(answer.text.prefix(200))")
      }
      // The page says the same, but for how long it took.
      let after = try await client.get("/sample/\(table).json")
      if after.status == .ok { #expect(after.text == before) }
      #expect(!(try await client.get("/sample/\(table)?_edit=on")).text.contains("choose-cell"))
    }
  }
}
