import Foundation
import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import TableModel
import Testing

@testable import TableServer

/// Bytes and long texts in the form of a row.
struct FileFieldTests {
  private static let schema = """
    CREATE TABLE page (id INTEGER PRIMARY KEY, title TEXT NOT NULL, picture BLOB, needed BLOB NOT NULL, body TEXT);
    INSERT INTO page VALUES (1, 'One', x'00ff80', x'01', printf('%.*c', 300000, 'ä'));
    """

  private static func with(_ test: (TestClient) async throws -> Void) async throws {
    try await SampleDatabase.withWritable(schema) { try await test($0) }
  }

  /// A form as a browser sends it that has files.
  private func send(
    _ client: TestClient, _ path: String, _ fields: [(String, String)], files: [(String, String)] = []
  ) async throws -> TestResponse {
    var body = ""
    for (name, value) in fields {
      body += "--x\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }
    for (name, value) in files {
      let chosen = value.isEmpty ? "" : "a.bin"
      body +=
        "--x\r\nContent-Disposition: form-data; name=\"\(name)\"; filename=\"\(chosen)\"\r\nContent-Type: application/octet-stream\r\n\r\n\(value)\r\n"
    }
    return try await client.post(
      path, body + "--x--\r\n", headers: ["Content-Type": "multipart/form-data; boundary=x"])
  }

  /// The hidden fields of the row's form.
  private func hidden(_ client: TestClient) async throws -> [(String, String)] {
    try await client.get("/sample/page/1/-/edit").text.main.matches(
      of: #/<input type="hidden" name="([^"]*)" value="([^"]*)">/#
    ).map { (String($0.1), String($0.2)) }
  }

  private func bytes(_ client: TestClient, _ column: String) async throws -> [UInt8] {
    try await client.get("/sample/page/1/-/blob/\(column)").body
  }

  @Test func aFormWithBytesTakesFiles() async throws {
    try await Self.with { client async throws in
      let page = try await client.get("/sample/page/1/-/edit").text
      #expect(page.contains(#"enctype="multipart/form-data""#))
      #expect(page.contains(#"<input type="file" id="field-2" name="value.picture" aria-describedby="field-2-hint">"#))
      #expect(page.contains("3 B are there"))
      #expect(page.contains(#"name="null.picture""#))
      #expect(!page.contains(#"name="null.needed""#))
      // What a form carries along is not the long text itself.
      #expect(try await hidden(client).allSatisfy { $0.1.utf8.count < 100 })
    }
  }

  @Test func aFileReplacesBytesAndNoFileLeavesThem() async throws {
    try await Self.with { client async throws in
      let fields = try await hidden(client)
      let same = try await send(
        client, "/sample/page/1/-/update", fields + [("value.title", "Two")],
        files: [("value.picture", ""), ("value.needed", "")])
      #expect(same.status == .seeOther)
      #expect(try await bytes(client, "picture") == [0, 255, 128])
      #expect(try await bytes(client, "needed") == [1])
      let other = try await send(
        client, "/sample/page/1/-/update", try await hidden(client), files: [("value.picture", "new\r\n--bytes")])
      #expect(other.status == .seeOther)
      #expect(try await bytes(client, "picture") == Array("new\r\n--bytes".utf8))
      #expect(try await client.get("/sample/page/1.json").rows().first?["title"] as? String == "Two")
    }
  }

  @Test func bytesAreTakenAwayWhereTheyMayBe() async throws {
    try await Self.with { client async throws in
      let gone = try await send(
        client, "/sample/page/1/-/update", try await hidden(client) + [("null.picture", "1")])
      #expect(gone.status == .seeOther)
      #expect(try await client.get("/sample/page/1.json").rows().first?["picture"] is NSNull)
      let needed = try await send(
        client, "/sample/page/1/-/update", try await hidden(client) + [("null.needed", "1")])
      #expect(needed.status == .badRequest)
      #expect(try await bytes(client, "needed") == [1])
    }
  }

  @Test func aNewRowHasTheBytesOfItsFile() async throws {
    try await Self.with { client async throws in
      let refused = try await send(
        client, "/sample/page/-/insert", [("value.title", "New")], files: [("value.picture", "abc")])
      #expect(refused.status == .badRequest)
      #expect(refused.text.contains("A value is required."))
      #expect(refused.text.contains("Choose the file once more."))
      let answer = try await send(
        client, "/sample/page/-/insert", [("value.title", "New")], files: [("value.needed", "abc")])
      #expect(answer["Location"] == "/sample/page/2")
      #expect(try await client.get("/sample/page/2/-/blob/needed").body == Array("abc".utf8))
    }
  }

  @Test func aLongTextIsChangedAndLeftAlone() async throws {
    try await Self.with { client async throws in
      let long = String(repeating: "ä", count: 300_000)
      #expect(try await client.get("/sample/page/1/-/edit").text.contains(long))
      let same = try await send(
        client, "/sample/page/1/-/update", try await hidden(client) + [("value.body", long)])
      let cookie = try #require(same.cookies)
      #expect(
        try await client.get("/sample/page/1", headers: ["Cookie": cookie]).text.contains("Nothing was changed")
      )
      let other = try await send(
        client, "/sample/page/1/-/update", try await hidden(client) + [("value.body", long + "\r\nend")])
      #expect(other.status == .seeOther)
      let body = try await client.get("/sample/page/1.json").rows().first?["body"] as? String
      #expect(body == long + "\nend")
    }
  }

  @Test func whoeverIsSecondKeepsHisLongText() async throws {
    try await Self.with { client async throws in
      let first = try await hidden(client)
      _ = try await send(client, "/sample/page/1/-/update", first + [("value.body", "short")])
      let second = try await send(client, "/sample/page/1/-/update", first + [("value.body", "mine")])
      #expect(second.status == .conflict)
      #expect(second.text.contains("It is “short” now."))
      #expect(second.text.contains(#"value="mine""#))
    }
  }

  @Test func whatIsTooLargeIsRefusedInWords() async throws {
    try await Self.with { client async throws in
      let answer = try await send(
        client, "/sample/page/1/-/update", try await hidden(client),
        files: [("value.picture", String(repeating: "x", count: 1_100_000))])
      #expect(answer.status == .contentTooLarge)
      #expect(answer.text.contains("exceeds the limit of"))
      #expect(try await bytes(client, "picture") == [0, 255, 128])
    }
  }
}
