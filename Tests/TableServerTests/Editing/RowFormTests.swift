import Foundation
import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import SiteConfiguration
import TableModel
import Testing

@testable import TableServer

/// Forms without scripts: what they show, what they take, and what they say when something is in the way.
struct RowFormTests {
  private static let schema = """
    CREATE TABLE genre (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    INSERT INTO genre VALUES (1, 'Rock'), (2, 'Jazz'), (3, 'Acid Jazz');
    CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
      INSERT INTO album SELECT i, 'Album ' || i FROM n;
    CREATE TABLE track (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, genre INTEGER REFERENCES genre, album INTEGER REFERENCES album, price REAL NOT NULL,
      plays INTEGER CHECK (plays >= 0), added DATE, played DATETIME, loved BOOLEAN, notes TEXT, meta JSON, twice AS (plays * 2), "a"".b" TEXT);
    INSERT INTO track VALUES
      (1, 'Overdose', 1, 4, 0.99, 7, '2009-01-01', '2024-05-06 07:08:09', 1, NULL, '{"a": 1}', 'odd'),
      (2, 'Second', 2, 5, 1.5, 8, '2010-02-03', '2024-05-06 07:08:09', 0, 'a
    b', '{"b": 2}', NULL);
    """

  private static func with(
    _ everyone: Grants = Grants(.write), _ test: (TestClient) async throws -> Void
  ) async throws {
    try await SampleDatabase.withWritable(schema, everyone) { try await test($0) }
  }

  /// The form on a page as a browser would send it back, changed by `values`.
  private func fields(_ page: String, _ values: [String: String?] = [:]) -> String {
    let page = page.main
    var fields: [(String, String)] = []
    for match in page.matches(of: #/<input type="hidden" name="([^"]*)" value="([^"]*)">/#) {
      fields.append((String(match.1), String(match.2)))
    }
    for match in page.matches(
      of:
        #/<input (?:type="(?:date|datetime-local)" (?:step="1" )?|class="number" )?id="field-[0-9]+" name="([^"]*)" value="([^"]*)"/#
    ) {
      fields.append((String(match.1), String(match.2)))
    }
    for match in page.matches(of: #/<textarea id="field-[0-9]+" name="([^"]*)"[^>]*>\n([^<]*)</#) {
      fields.append((String(match.1), String(match.2.replacing("\n", with: "\r\n"))))
    }
    for match in page.matches(of: #/<select id="field-[0-9]+" name="([^"]*)"[^>]*>([^§]*?)<\/select>/#) {
      let selected = match.2.firstMatch(of: #/value="([^"]*)" selected/#).map { String($0.1) } ?? ""
      fields.append((String(match.1), selected))
    }
    for match in page.matches(of: #/<input type="checkbox" name="([^"]*)" value="1" checked>/#) {
      fields.append((String(match.1), "1"))
    }
    for (name, value) in values {
      fields.removeAll { Self.plain($0.0) == name }
      if let value { fields.append((name, value)) }
    }
    return fields.map { "\(Self.encoded(Self.plain($0.0)))=\(Self.encoded(Self.plain($0.1)))" }.joined(separator: "&")
  }

  private static func plain(_ text: String) -> String {
    text.replacing("&quot;", with: "\"").replacing("&#34;", with: "\"").replacing("&#39;", with: "'").replacing(
      "&lt;", with: "<"
    )
    .replacing("&gt;", with: ">").replacing("&amp;", with: "&")
  }

  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  private func send(_ client: TestClient, _ path: String, _ body: String, _ headers: [String: String] = [:])
    async throws
    -> TestResponse
  {
    try await client.post(
      path, body, headers: ["Content-Type": "application/x-www-form-urlencoded"].merging(headers) { $1 })
  }

  private func row(_ client: TestClient, _ key: String = "1") async throws -> NSDictionary {
    let row = try await client.get("/sample/track/\(key).json").rows().first
    return try #require(row) as NSDictionary
  }

  @Test func eachTypeHasItsOwnControl() async throws {
    try await Self.with { client async throws in
      let page = try await client.get("/sample/track/1/-/edit").text
      for control in [
        #"<input id="field-1" name="value.name" value="Overdose""#, #"<option value="1" selected>Rock</option>"#,
        #"list="field-3-list""#, #"class="number" id="field-4" name="value.price" value="0.99" inputmode="decimal""#,
        #"name="value.plays" value="7" inputmode="numeric""#,
        #"type="date" id="field-6" name="value.added" value="2009-01-01""#,
        #"type="datetime-local" step="1" id="field-7" name="value.played" value="2024-05-06T07:08:09""#,
        #"<option value="1" selected>Yes</option>"#, #"name="null.notes" value="1" checked"#, "computed", "primary key",
        #"name="value.meta""#, "Album 4",
      ] { #expect(page.contains(control), "\(control)") }
      #expect(!page.contains("value.id"))
      #expect(!page.contains("value.twice"))
    }
  }

  @Test func aFormThatIsSentBackAsItWasChangesNothing() async throws {
    try await Self.with { client async throws in
      for key in ["1", "2"] {
        let before = try await row(client, key)
        let page = try await client.get("/sample/track/\(key)/-/edit").text
        let answer = try await send(client, "/sample/track/\(key)/-/update", fields(page))
        #expect(answer.status == .seeOther)
        #expect(answer["Location"] == "/sample/track/\(key)")
        #expect(try await row(client, key) == before)
      }
    }
  }

  @Test func whatIsWrittenIsStoredAndSaidAndCanBeTakenBackAndAgain() async throws {
    try await Self.with { client async throws in
      let before = try await row(client)
      let page = try await client.get("/sample/track/1/-/edit").text
      let answer = try await send(
        client, "/sample/track/1/-/update",
        fields(
          page,
          [
            "value.name": "Under", "value.genre": "2", "value.album": "Album 77", "value.price": "2", "value.plays": "",
            "value.added": "2020-02-29", "value.played": "2021-01-02T03:04", "value.loved": "0",
            "value.notes": "x\r\ny",
            "value.a\".b": "", "null.a\".b": nil, "value.meta": "[1]",
          ]))
      #expect(answer.status == .seeOther)
      let now = try await row(client)
      #expect(
        now == [
          "id": 1, "name": "Under", "genre": 2, "album": 77, "price": 2, "plays": NSNull(), "added": "2020-02-29",
          "played": "2021-01-02 03:04:00", "loved": 0, "notes": "x\ny", "meta": "[1]", "twice": NSNull(), "a\".b": "",
        ])
      let cookie = try #require(answer.cookies)
      let shown = try await client.get("/sample/track/1", headers: ["Cookie": cookie]).text
      #expect(shown.contains("Saved “Under”."))
      let undo = try #require(shown.firstMatch(of: #/name="undo" value="([a-z0-9]+)"/#)).1
      let back = try await send(
        client, "/sample/track/-/undo", "undo=\(undo)", ["Sec-Fetch-Site": "same-origin"])
      #expect(back.status == .seeOther)
      #expect(try await row(client) == before)
      let again = try #require(back.cookies)
      let redo = try await client.get("/sample/track/1", headers: ["Cookie": again]).text
      let redoName = try #require(redo.firstMatch(of: #/name="undo" value="([a-z0-9]+)"/#)).1
      #expect(redo.contains("Redo"))
      _ = try await send(client, "/sample/track/-/undo", "undo=\(redoName)")
      #expect(try await row(client) == now)
      // Once is enough.
      _ = try await send(client, "/sample/track/-/undo", "undo=\(undo)")
      #expect(try await row(client) == now)
    }
  }

  @Test func whatIsWrongStandsBesideItsFieldAndNothingThatWasTypedIsLost() async throws {
    try await Self.with { client async throws in
      let before = try await row(client)
      let page = try await client.get("/sample/track/1/-/edit").text
      let answer = try await send(
        client, "/sample/track/1/-/update",
        fields(
          page,
          [
            "value.name": "<i>Typed</i>", "value.price": "0,99 €", "value.plays": "many", "value.album": "Nowhere",
            "value.meta": "{\"a\": }", "value.added": "soon",
          ]))
      #expect(answer.status == .badRequest)
      for words in [
        "&lt;i&gt;Typed&lt;/i&gt;", "0,99 €", "isn&#39;t a number; write 0.99", "isn&#39;t a whole number",
        "no such row in album",
        "Line 1, column 7 isn&#39;t JSON", "5 fields need a correction", #"id="field-4-error""#,
      ] { #expect(answer.text.contains(words), "\(words)") }
      #expect(!answer.text.contains("<i>Typed"))
      #expect(try await row(client) == before)
      // What only the database knows stands there too.
      let broken = try await send(client, "/sample/track/1/-/update", fields(page, ["value.plays": "-3"]))
      #expect(broken.status == .badRequest)
      #expect(
        broken.text.contains("Violates the table&#39;s constraint")
          || broken.text.contains("condition “plays &gt;= 0”"))
      #expect(broken.text.contains(#"value="-3""#))
    }
  }

  @Test func aNameStandsForTheRowThatIsCalledSo() async throws {
    try await Self.with { client async throws in
      let page = try await client.get("/sample/track/1/-/edit").text
      let several = try await send(client, "/sample/track/1/-/update", fields(page, ["value.album": "Album 11"]))
      #expect(several.status == .seeOther)
      #expect(try await row(client)["album"] as? Int == 11)
      let second = try await client.get("/sample/track/1/-/edit").text
      let unclear = try await send(client, "/sample/track/1/-/update", fields(second, ["value.album": "bum 11"]))
      #expect(unclear.status == .badRequest)
      #expect(unclear.text.contains("Several rows are called so"))
      #expect(unclear.text.contains(#"<option value="113">Album 113</option>"#))
    }
  }

  @Test func theSecondOfTwoIsToldAndLosesNothing() async throws {
    try await Self.with { client async throws in
      let mine = try await client.get("/sample/track/1/-/edit").text
      let theirs = try await client.get("/sample/track/1/-/edit").text
      #expect(
        try await send(
          client, "/sample/track/1/-/update", fields(theirs, ["value.name": "Theirs", "value.plays": "100"])
        ).status == .seeOther)
      let conflict = try await send(
        client, "/sample/track/1/-/update", fields(mine, ["value.name": "Mine", "value.price": "5"]))
      #expect(conflict.status == .conflict)
      #expect(try await row(client)["name"] as? String == "Theirs")
      for words in [
        "This row has changed", #"value="Mine""#, "It is “Theirs” now", #"name="value.price" value="5""#,
        #"name="value.plays" value="100""#, "it was “7”",
      ] { #expect(conflict.text.contains(words), "\(words)") }
      #expect(try await send(client, "/sample/track/1/-/update", fields(conflict.text)).status == .seeOther)
      let row = try await row(client)
      #expect(row["name"] as? String == "Mine")
      #expect(row["price"] as? Double == 5)
      #expect(row["plays"] as? Int == 100)
    }
  }

  @Test func aRowThatIsGoneCanBeInsertedAgain() async throws {
    try await Self.with { client async throws in
      let mine = try await client.get("/sample/track/1/-/edit").text
      _ = try await client.post("/sample/track/1/-/delete", "")
      let gone = try await send(client, "/sample/track/1/-/update", fields(mine, ["value.name": "Mine"]))
      #expect(gone.status == .conflict)
      #expect(gone.text.contains("This row has been deleted"))
      let again = try await send(client, "/sample/track/-/insert", fields(gone.text))
      #expect(again.status == .seeOther)
      #expect(try await row(client, "3")["name"] as? String == "Mine")
    }
  }

  @Test func aRowIsInsertedAndDuplicated() async throws {
    try await Self.with { client async throws in
      let page = try await client.get("/sample/track/-/new").text
      #expect(page.contains("Left empty, it gets the next number."))
      let missing = try await send(client, "/sample/track/-/insert", fields(page, ["value.name": "New"]))
      #expect(missing.status == .badRequest)
      #expect(missing.text.contains("A value is required."))
      let answer = try await send(
        client, "/sample/track/-/insert", fields(page, ["value.name": "New", "value.price": "3"]))
      #expect(answer["Location"] == "/sample/track/3")
      #expect(try await row(client, "3")["plays"] is NSNull)
      let copy = try await client.get("/sample/track/-/new?_from=2").text
      let more = try await send(client, "/sample/track/-/insert", fields(copy, ["_again": "1"]))
      #expect(more["Location"] == "/sample/track/-/new")
      let row = try await row(client, "4")
      #expect(row["name"] as? String == "Second")
      #expect(row["notes"] as? String == "a\nb")
      #expect(row["loved"] as? Int == 0)
    }
  }

  @Test func aRowIsDeletedOnceItIsConfirmed() async throws {
    try await Self.with { client async throws in
      let page = try await client.get("/sample/track/1/-/remove").text
      #expect(page.contains("Delete Overdose?"))
      #expect(try await row(client)["id"] as? Int == 1)
      let answer = try await send(client, "/sample/track/1/-/delete", fields(page))
      #expect(answer.status == .seeOther)
      #expect(answer["Location"] == "/sample/track")
      #expect(try await client.get("/sample/track/1").status == .notFound)
      let cookie = try #require(answer.cookies)
      let undo = try #require(
        try await client.get("/sample/track", headers: ["Cookie": cookie]).text.firstMatch(
          of: #/name="undo" value="([a-z0-9]+)"/#)
      ).1
      _ = try await send(client, "/sample/track/-/undo", "undo=\(undo)")
      #expect(try await row(client)["name"] as? String == "Overdose")
      let held = try await client.get("/sample/genre/1/-/remove").text
      #expect(held.contains("This can't be deleted") || held.contains("This can&#39;t be deleted"))
      #expect(held.contains("These rows refer to it:") && !held.contains("button-danger"))
      let form = try await client.get("/sample/genre/1/-/edit").text
      let version = try #require(form.firstMatch(of: #/name="version" value="([^"]+)"/#)).1
      let refused = try await send(client, "/sample/genre/1/-/delete", "version=\(version)")
      #expect(refused.status == .badRequest)
      #expect(refused.text.contains("Other rows refer to this row") && !refused.text.contains("button-danger"))
    }
  }

  @Test func severalRowsAreChangedOrDeletedTogether() async throws {
    try await Self.with { client async throws in
      let page = try await client.get("/sample/track/-/selection?_selected=1&_selected=2").text
      #expect(page.contains("Change 2 rows"))
      let hidden = fields(page)
      let nothing = try await send(client, "/sample/track/-/change", hidden)
      #expect(nothing.status == .badRequest)
      let refused = try await send(
        client, "/sample/track/-/change", fields(page, ["set.plays": "1", "value.plays": "-1"]))
      #expect(refused.status == .badRequest)
      #expect(refused.text.contains("constraint"))
      let changed = try await send(
        client, "/sample/track/-/change",
        fields(page, ["set.plays": "1", "value.plays": "50", "set.genre": "1", "value.genre": "Acid"]))
      #expect(changed.status == .seeOther)
      for key in ["1", "2"] {
        let row = try await row(client, key)
        #expect(row["plays"] as? Int == 50)
        #expect(row["genre"] as? Int == 3)
        #expect(row["price"] as? Double != nil)
      }
      let stale = try await send(client, "/sample/track/-/change", hidden + "&_delete=1")
      #expect(stale.status == .conflict)
      let deleted = try await send(client, "/sample/track/-/change", fields(stale.text) + "&_delete=1")
      #expect(deleted.status == .seeOther)
      #expect(try await client.get("/sample/track.json").rows().isEmpty)
    }
  }

  @Test func partsOfAFormAreReadAsWell() async throws {
    try await Self.with { client async throws in
      let body =
        "--x\r\nContent-Disposition: form-data; name=\"value.name\"\r\n\r\nÄ\r\nb\r\n--x\r\nContent-Disposition: form-data; name=\"value.price\"\r\n\r\n4\r\n--x--\r\n"
      let answer = try await client.post(
        "/sample/track/-/insert", body, headers: ["Content-Type": "multipart/form-data; boundary=x"])
      #expect(answer.status == .seeOther)
      #expect(try await row(client, "3")["name"] as? String == "Ä\nb")
      let broken = try await client.post(
        "/sample/track/-/insert", "--y", headers: ["Content-Type": "multipart/form-data; boundary=x"])
      #expect(broken.status == .badRequest)
    }
  }

  @Test func whoMayNotWriteSeesNoWayToAndHasNone() async throws {
    try await Self.with(Grants(.read)) { client async throws in
      let page = try await client.get("/sample/track/1").text
      #expect(!page.contains("/-/edit"))
      #expect(try await !client.get("/sample/track").text.contains("/-/new"))
      for path in [
        "track/1/-/edit", "track/1/-/remove", "track/-/new", "track/-/removal?_selected=1",
        "track/-/selection?_selected=1",
      ] {
        let answer = try await client.get("/sample/" + path)
        #expect([.forbidden, .unauthorized].contains(answer.status))
        #expect(!answer.text.contains("Overdose"))
      }
      let answer = try await send(client, "/sample/track/1/-/delete", "version=0000000000000000")
      #expect([.forbidden, .unauthorized].contains(answer.status))
    }
    try await Self.with { client async throws in
      #expect(try await client.get("/sample/track/1").text.contains("/-/edit"))
      #expect(try await client.get("/sample/track").text.contains("/-/new"))
      let page = try await client.get("/sample/track/1/-/remove").text
      for headers in [
        ["Sec-Fetch-Site": "cross-site"], ["Origin": "https://elsewhere.example", "Host": "here.example"],
        ["Sec-Fetch-Site": "same-site", "Cookie": "a=b"],
      ] {
        #expect(try await send(client, "/sample/track/1/-/delete", fields(page), headers).status == .forbidden)
      }
      #expect(try await client.get("/sample/track/1").status == .ok)
    }
  }
}
