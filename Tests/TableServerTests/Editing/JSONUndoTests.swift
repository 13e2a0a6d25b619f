import Foundation
import MicroHTTP
import MicroHTTPTesting
import SiteConfiguration
import Testing

@testable import TableServer

/// What scripts write, taken back by scripts.
@Suite struct JSONUndoTests {
  private static let site = "task: {move: place, actions: {close: {set: {state: done}}}}"

  private func content(_ client: TestClient) async throws -> String {
    try await client.get("/sample/task.json?_shape=array&_sort=id").text
  }

  @Test(arguments: [
    ("insert", #"{"row": {"title": "New"}, "undo": true}"#),
    ("insert", #"{"rows": [{"title": "A"}, {"title": "B"}], "undo": true}"#),
    ("insert", #"{"row": {"id": 1, "title": "Other"}, "replace": true, "undo": true}"#),
    ("upsert", #"{"rows": [{"id": 1, "title": "One"}, {"id": 9, "title": "Nine"}], "undo": true}"#),
    ("1/-/update", #"{"update": {"title": "First", "place": 7}, "undo": true, "return": true}"#),
    ("1/-/delete", #"{"undo": true}"#), ("move", #"{"row": "4", "before": "1", "undo": true}"#),
    ("act", #"{"action": "close", "rows": ["1", "2"], "undo": true}"#),
    ("paste", "{\"text\": \"title\\nPasted\", \"confirm\": true, \"undo\": true}"),
  ])
  func everyChangeIsTakenBackAndMadeAgain(path: String, body: String) async throws {
    try await TaskSite.with(Self.site) { client, _ async throws in
      let address = "/sample/task/" + (path.contains("/") ? path : "-/" + path)
      let before = try await content(client)
      let written = try await client.json(address, body)
      #expect((200...201).contains(written.status), "\(written.object)")
      let after = try await content(client)
      #expect(after != before)
      let token = try #require(written.object["undo"] as? String)
      let undone = try await client.json("/sample/task/-/undo", #"{"undo": "\#(token)", "return": true}"#)
      #expect(undone.status == 200 && undone.object["ok"] as? Bool == true, "\(undone.object)")
      #expect(undone.object["rows"] is [Any])
      #expect(try await content(client) == before)
      // It is taken back once.
      #expect(try await client.json("/sample/task/-/undo", #"{"undo": "\#(token)"}"#).status == 404)
      let redo = try #require(undone.object["undo"] as? String)
      #expect(try await client.json("/sample/task/-/undo", #"{"undo": "\#(redo)"}"#).status == 200)
      #expect(try await content(client) == after)
    }
  }

  @Test func whoDoesNotAskGetsTheAnswerThatDatasetteGives() async throws {
    try await TaskSite.with(Self.site) { client, _ async throws in
      let answer = try await client.json("/sample/task/1/-/update", #"{"update": {"title": "x"}}"#)
      #expect(answer.object as NSDictionary == ["ok": true])
    }
  }

  @Test func rowsThatWentAlongComeBack() async throws {
    try await SampleDatabase.withWritable(
      """
      CREATE TABLE maker (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE item (id INTEGER PRIMARY KEY, maker INTEGER REFERENCES maker ON DELETE CASCADE);
      INSERT INTO maker VALUES (1, 'Ada'), (2, 'Bob');
      INSERT INTO item VALUES (1, 1), (2, 1), (3, 2);
      """
    ) { client async throws in
      let before = try await client.get("/sample/item.json?_shape=array").text
      let deleted = try await client.json("/sample/maker/1/-/delete", #"{"undo": true}"#)
      #expect((deleted.object["others"] as? [[String: Any]])?.first?["deleted"] as? Int == 2)
      let token = try #require(deleted.object["undo"] as? String)
      #expect(try await client.json("/sample/item/-/undo", #"{"undo": "\#(token)"}"#).status == 404)
      #expect(try await client.json("/sample/maker/-/undo", #"{"undo": "\#(token)"}"#).status == 200)
      #expect(try await client.get("/sample/item.json?_shape=array").text == before)
    }
  }

  @Test func whatSomebodyHasChangedSinceStays() async throws {
    try await TaskSite.with(Self.site) { client, _ async throws in
      let updated = try await client.json("/sample/task/1/-/update", #"{"update": {"title": "x"}, "undo": true}"#)
      let token = try #require(updated.object["undo"] as? String)
      _ = try await client.json("/sample/task/1/-/update", #"{"update": {"title": "y"}}"#)
      let refused = try await client.json("/sample/task/-/undo", #"{"undo": "\#(token)"}"#)
      #expect(refused.status == 409 && refused.object["ok"] as? Bool == false)
      #expect(try await client.get("/sample/task/1.json").text.contains("\"y\""))
    }
  }

  @Test(arguments: ["{}", "[]", "no", #"{"undo": 1}"#, #"{"undo": "x", "more": 1}"#, #"{"undo": "x", "return": 1}"#])
  func whatMakesNoSenseIsRefused(body: String) async throws {
    try await TaskSite.with(Self.site) { client, _ async throws in
      #expect(try await client.json("/sample/task/-/undo", body).status == 400)
    }
  }

  @Test func whoMayNotWriteTakesNothingBack() async throws {
    try await TaskSite.with(Self.site, everyone: Grants(.read)) { client, _ async throws in
      #expect(try await client.json("/sample/task/-/undo", #"{"undo": "x"}"#).status == 403)
    }
    try await TaskSite.with(Self.site) { client, _ async throws in
      let answer = try await client.post(
        "/sample/task/-/undo", #"{"undo": "x"}"#,
        headers: ["Content-Type": "application/json", "Sec-Fetch-Site": "cross-site"])
      #expect(answer.status == .forbidden)
    }
  }

  @Test func whatIsAnsweredIsAsItIsDescribed() async throws {
    try await TaskSite.with(Self.site) { client, _ async throws in
      let document = try await client.get("/-/openapi.json").object()
      let paths = try #require(document["paths"] as? [String: Any])
      for (path, body) in [
        ("insert", #"{"row": {"title": "New"}, "undo": true}"#), ("move", #"{"row": "4", "to": "up", "undo": true}"#),
        ("act", #"{"action": "close", "rows": ["1"], "undo": true}"#),
      ] {
        let written = try await client.json("/sample/task/-/\(path)", body)
        let check = SchemaCheck(document: document)
        let sent = try JSONSerialization.jsonObject(with: Data(body.utf8))
        #expect(check.failures(sent, try schema(of: path, in: paths)) == [])
        #expect(check.failures(written.object, ["$ref": "#/components/schemas/Written"]) == [])
        let undo = ["undo": try #require(written.object["undo"])]
        #expect(check.failures(undo, try schema(of: "undo", in: paths)) == [])
        #expect(!check.failures([String: Any](), try schema(of: "undo", in: paths)).isEmpty)
      }
    }
  }

  /// What a body has to be.
  private func schema(of path: String, in paths: [String: Any]) throws -> [String: Any] {
    let operation = (paths["/{database}/{table}/-/\(path)"] as? [String: Any])?["post"] as? [String: Any]
    let content = (operation?["requestBody"] as? [String: Any])?["content"] as? [String: Any]
    return try #require((content?["application/json"] as? [String: Any])?["schema"] as? [String: Any])
  }
}
