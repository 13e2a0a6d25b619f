import Foundation
import MicroHTTP
import MicroHTTPTesting
import TableModel
import Testing

@testable import TableServer

/// Each row has an address, which leads to it and to no other.
@Suite struct RowAddressTests {
  private static let keys = """
    CREATE TABLE loose (k PRIMARY KEY, v TEXT);
    INSERT INTO loose VALUES (x'6162', 'blob'), ('ab', 'text'), (42, 'integer'), ('42', 'digits'), (1.5, 'real'), ('1.5', 'point'),
      ('', 'empty'), (NULL, 'null 1'), (NULL, 'null 2'), (x'', 'no bytes'), (CAST(x'FF61' AS TEXT), 'broken'), ('~n', 'mark');
    CREATE TABLE pair (a TEXT, b TEXT, v TEXT, PRIMARY KEY (a, b));
    INSERT INTO pair VALUES ('a,b', 'c', 'first'), ('a', 'b,c', 'second'), ('a', NULL, 'third'), ('', '', 'fourth'), ('42', '-', 'fifth');
    CREATE TABLE plain (k TEXT PRIMARY KEY, v TEXT);
    INSERT INTO plain VALUES ('42', 'digits'), ('a/b.json', 'path'), ('.', 'dot'), ('-', 'dash'), (x'3432', 'blob');
    """

  private func value(_ address: String, _ client: TestClient) async throws -> String? {
    try await client.get(address + ".json").rows().first?["v"] as? String
  }

  @Test(arguments: TestClient.Transport.allCases)
  func eachValueOfAKeyHasAnAddressOfItsOwn(over transport: TestClient.Transport) async throws {
    try await SampleDatabase.withWritable(Self.keys, over: transport) { client async throws in
      let named = [
        "loose/~x6162": "blob", "loose/ab": "text", "loose/42": "integer", "loose/~t42": "digits",
        "loose/~r1~2E5": "real", "loose/1~2E5": "point", "loose/~t": "empty", "loose/~o8": "null 1",
        "loose/~o9": "null 2",
        "loose/~x": "no bytes", "loose/~FFa": "broken", "loose/~7En": "mark",
        "pair/a~2Cb,c": "first", "pair/a,b~2Cc": "second", "pair/~o3": "third", "pair/~t,~t": "fourth",
        "pair/42,-": "fifth",
        "plain/42": "digits", "plain/a~2Fb~2Ejson": "path", "plain/~2E": "dot", "plain/-": "dash",
        "plain/~x3432": "blob",
      ]
      for (address, expected) in named {
        #expect(try await value("/sample/" + address, client) == expected, "\(address)")
        let page = try await client.get("/sample/" + address)
        #expect(page.status == .ok && page.text.contains(">\(expected)"), "\(address)")
      }
      for table in ["loose", "pair", "plain"] {
        let page = try await client.get("/sample/\(table)").text
        let links = page.matches(of: #/<th scope="row"[^>]*><a href="/sample/([^"]*)"/#).map { String($0.1) }
        #expect(Set(links) == Set(named.keys.filter { $0.hasPrefix(table + "/") }), "\(table)")
        let object = try await client.get("/sample/\(table).json?_shape=object").object()
        #expect(Set(object.keys.map { table + "/" + $0 }) == Set(links), "\(table)")
        // Cells whose ids are the same would be an error.
        let sections = try await client.get("/sample/\(table).json?_shape=sections")
        #expect(sections.status == .ok && sections.text.matches(of: /"id":/).count >= links.count, "\(table)")
      }
    }
  }

  @Test func bytesOfAValueAreFoundByTheRowsKey() async throws {
    try await SampleDatabase.withWritable(Self.keys) { client async throws in
      let page = try await client.get("/sample/loose").text
      for (link, bytes) in [("/sample/loose/~x6162/-/blob/k", Array("ab".utf8)), ("/sample/loose/~x/-/blob/k", [])] {
        #expect(page.contains("<a href=\"\(link)\" download>"))
        #expect(try await client.get(link).body == bytes)
      }
      #expect(try await client.get("/sample/loose/~t42/-/blob/v").text == "digits")
    }
  }

  @Test func rowsThatReferByBytesAreCountedButNoFilterLeadsToThem() async throws {
    let sql = """
      CREATE TABLE parent (k BLOB PRIMARY KEY);
      INSERT INTO parent VALUES (x'6162'), ('ab');
      CREATE TABLE child (id INTEGER PRIMARY KEY, r REFERENCES parent(k));
      INSERT INTO child (r) VALUES (x'6162'), ('ab'), ('ab');
      """
    try await SampleDatabase.withWritable(sql) { client async throws in
      let bytes = try await client.get("/sample/parent/~x6162").text
      #expect(bytes.contains(">1 row</span>") && !bytes.contains("/sample/child?"))
      #expect(try await client.get("/sample/parent/~x6162/-/remove").status == .ok)
      let text = try await client.get("/sample/parent/ab").text
      #expect(text.contains(">2 rows</span>") && text.contains("href=\"/sample/child?r=ab\""))
      let extra = try await client.get("/sample/parent/~x6162.json?_extra=foreign_key_tables").object()
      #expect((extra["foreign_key_tables"] as? [[String: Any]])?.first?["link"] is NSNull)
      // A form offers what a field can say.
      let form = try await client.get("/sample/child/2/-/edit").text
      #expect(!form.contains("~x6162") && form.matches(of: /<option value="ab"/).count == 1)
    }
  }

  /// What SQLite tells of such a row when it is written is another number.
  @Test func aKeyBesideARealKeepsItsDigits() async throws {
    let sql = """
      CREATE TABLE t (a REAL, b NUMERIC, v TEXT, PRIMARY KEY (a, b)) WITHOUT ROWID;
      INSERT INTO t VALUES (1.5, 9007199254740993, 'odd'), (1.5, 9007199254740992, 'even');
      """
    try await SampleDatabase.withWritable(sql) { client async throws in
      let update = try await client.json(
        "/sample/t/~r1~2E5,9007199254740993/-/update", #"{"update": {"v": "new"}, "return": true}"#)
      #expect(update.status == 200 && (update.object["rows"] as? [[String: Any]])?.first?["v"] as? String == "new")
      let row = #"{"row": {"a": 2, "b": 9007199254740995, "v": "third"}}"#
      #expect(try await client.json("/sample/t/-/insert", row).status == 201)
      #expect(try await value("/sample/t/~r2~2E0,9007199254740995", client) == "third")
      #expect(try await value("/sample/t/~r1~2E5,9007199254740992", client) == "even")
    }
  }

  @Test func whatNamesNoRowSaysWhy() async throws {
    try await SampleDatabase.withWritable(Self.keys) { client async throws in
      for (address, status, words) in [
        ("loose/1,2", 400, "has one part, k, and “1,2” has 2"), ("pair/a", 400, "has 2 parts, a and b, and “a” has 1"),
        ("loose/~zz", 400, "“~zz” isn't a key"), ("loose/~x6", 400, "“~x6” isn't a key"),
        ("loose/~FF", 404, "Record not found"),
        ("loose/~n", 404, "Rows of “loose” with null in their key have no address"),
        ("loose/~o99", 404, "Record not found"),
        ("plain/~i42", 404, "Record not found"), ("plain/~", 400, "“~” isn't a key"),
      ] {
        for suffix in ["", ".json"] {
          let answer = try await client.get("/sample/" + address + suffix)
          let said = suffix.isEmpty && words == "Record not found" ? "has no row" : words
          #expect(
            answer.status.code == status && answer.text.replacing("&#39;", with: "'").contains(said),
            "\(address)\(suffix): \(answer.status)")
        }
        let change = try await client.json("/sample/\(address)/-/update", #"{"update": {"v": "x"}}"#)
        #expect(change.status == status, "\(address)")
      }
      #expect(try await client.get("/sample/-/query.json?sql=select+1+from+loose+where+v='x'").rows().isEmpty)
    }
  }

  @Test func aBlobsOwnAddressDeletesTheBlob() async throws {
    try await SampleDatabase.withWritable(Self.keys) { client async throws in
      #expect(try await client.json("/sample/loose/~x6162/-/delete", "{}").status == 200)
      #expect(try await value("/sample/loose/ab", client) == "text")
      #expect(try await client.get("/sample/loose/~x6162.json").status == .notFound)
      #expect(try await client.json("/sample/plain/42/-/delete", "{}").status == 200)
      #expect(try await value("/sample/plain/~x3432", client) == "blob")
      #expect(try await client.get("/sample/plain/42.json").status == .notFound)
    }
  }

  @Test func aRowWhoseKeyIsNullIsChangedByItsRowID() async throws {
    try await SampleDatabase.withWritable(Self.keys, keepsAudit: true) { client async throws in
      let change = try await client.json("/sample/loose/~o8/-/update", #"{"update": {"v": "changed"}, "undo": true}"#)
      #expect(change.status == 200)
      #expect(try await value("/sample/loose/~o8", client) == "changed")
      #expect(try await value("/sample/loose/~o9", client) == "null 2")
      let undo = try #require(change.object["undo"] as? String)
      #expect(try await client.json("/sample/loose/-/undo", "{\"undo\": \"\(undo)\"}").status == 200)
      #expect(try await value("/sample/loose/~o8", client) == "null 1")
      #expect(try await client.json("/sample/loose/~o9/-/delete", "{}").status == 200)
      #expect(try await value("/sample/loose/~o8", client) == "null 1")
      let audit = try await client.get("/sample/_tablepages_audit.json").rows()
      #expect(audit.compactMap { $0["key"] as? String } == ["~o8", "~o8", "~o9"])
      // A key that is there does not become null.
      #expect(try await client.json("/sample/loose/ab/-/update", #"{"update": {"k": null}}"#).status == 400)
    }
  }

  @Test func anUndoBringsABlobsRowBack() async throws {
    try await SampleDatabase.withWritable(Self.keys) { client async throws in
      for (address, expected) in [("loose/~x6162", "blob"), ("loose/~FFa", "broken"), ("pair/a,b~2Cc", "second")] {
        let table = address.prefix { $0 != "/" }
        let change = try await client.json("/sample/\(address)/-/delete", #"{"undo": true}"#)
        let undo = try #require(change.object["undo"] as? String)
        #expect(try await client.get("/sample/\(address).json").status == .notFound)
        #expect(try await client.json("/sample/\(table)/-/undo", "{\"undo\": \"\(undo)\"}").status == 200)
        #expect(try await value("/sample/" + address, client) == expected)
      }
    }
  }

  @Test func aRowWithoutAnAddressIsNoLink() async throws {
    let long = String(repeating: "x", count: 1_100)
    let sql = """
      CREATE TABLE taken (rowid, _rowid_, oid, k TEXT PRIMARY KEY);
      INSERT INTO taken VALUES (1, 2, 3, NULL), (4, 5, 6, 'z');
      CREATE TABLE long (k TEXT PRIMARY KEY, v TEXT) WITHOUT ROWID;
      INSERT INTO long VALUES ('\(long)', 'long'), ('\(long.dropLast(100))', 'short');
      """
    try await SampleDatabase.withWritable(sql) { client async throws in
      for table in ["taken", "long"] {
        let page = try await client.get("/sample/\(table)?_edit=on")
        #expect(page.status == .ok)
        let rows = page.text.components(separatedBy: "<tr").dropFirst().filter { $0.contains("<th scope=\"row\"") }
        let unnamed = rows.filter { $0.contains("no page: ") }
        #expect(rows.count == 2 && unnamed.count == 1)
        #expect(!unnamed.joined().contains("href=\"/sample") && !unnamed.joined().contains("_selected"))
        let refused = try await client.get("/sample/\(table).json?_shape=object")
        #expect(refused.status == .badRequest && refused.text.contains("_shape=object is not available here"))
      }
    }
  }

  /// Columns that compare in another way than the index of their key tell fewer values apart.
  @Test func keysAreComparedAsTheirIndexDoes() async throws {
    let sql = """
      CREATE TABLE cased (k TEXT COLLATE NOCASE, v TEXT, PRIMARY KEY (k COLLATE BINARY)) WITHOUT ROWID;
      INSERT INTO cased VALUES ('a', 'small'), ('A', 'large'), ('b', 'other');
      CREATE TABLE folded (k TEXT PRIMARY KEY COLLATE NOCASE, v TEXT);
      INSERT INTO folded VALUES ('a', 'small');
      """
    try await SampleDatabase.withWritable(sql) { client async throws in
      #expect(try await value("/sample/cased/a", client) == "small")
      #expect(try await value("/sample/cased/A", client) == "large")
      #expect(try await value("/sample/folded/A", client) == "small")
      let update = try await client.json("/sample/cased/a/-/update", #"{"update": {"v": "new"}, "undo": true}"#)
      #expect(try await value("/sample/cased/A", client) == "large")
      let undo = try #require(update.object["undo"] as? String)
      #expect(try await client.json("/sample/cased/-/undo", "{\"undo\": \"\(undo)\"}").status == 200)
      #expect(try await value("/sample/cased/a", client) == "small")
      var seen: [String] = []
      var target = "/sample/cased.json?_size=1"
      while seen.count < 9 {
        let page = try await client.get(target).object()
        seen += (page["rows"] as? [[String: Any]] ?? []).compactMap { $0["v"] as? String }
        guard let next = page["next"] as? String else { break }
        target = "/sample/cased.json?_size=1&_next=\(next)"
      }
      #expect(seen.sorted() == ["large", "other", "small"])
    }
  }

  @Test func aReferenceLeadsToTheRowThatItNames() async throws {
    let sql = """
      CREATE TABLE loose (k PRIMARY KEY, name TEXT);
      INSERT INTO loose VALUES (42, 'the number'), ('42', 'the text'), ('a,b', 'the comma');
      CREATE TABLE whole (k INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO whole VALUES (42, 'the whole');
      CREATE TABLE strict (k ANY PRIMARY KEY, name TEXT) STRICT;
      INSERT INTO strict VALUES (42, 'the strict number'), ('42', 'the strict text');
      CREATE TABLE child (id INTEGER PRIMARY KEY, r REFERENCES loose(k), w TEXT REFERENCES whole(k), s REFERENCES strict(k));
      INSERT INTO child VALUES (1, 42, '42', 42), (2, '42', NULL, '42'), (3, 'a,b', NULL, NULL);
      """
    try await SampleDatabase.withWritable(sql) { client async throws in
      let page = try await client.get("/sample/child").text
      let links = page.matches(of: #/<a href="(/sample/(?:loose|whole|strict)/[^"]*)">([^<]*)</#).map {
        (String($0.1), String($0.2))
      }
      #expect(
        links.map(\.0) == [
          "/sample/loose/42", "/sample/whole/42", "/sample/strict/42", "/sample/loose/~t42", "/sample/strict/~t42",
          "/sample/loose/a~2Cb",
        ])
      for (link, label) in links {
        #expect(try await client.get(link + ".json").rows().first?["name"] as? String == label)
      }
    }
  }

  @Test func selectionsAndFormsNameRowsByTheirKeys() async throws {
    try await SampleDatabase.withWritable(Self.keys) { client async throws in
      let chosen = try await client.get(
        "/sample/loose?_edit=on&_selected=~7Ex6162&_selected=~7Et42".replacing("~7E", with: "%7E")
      ).text
      let boxes = chosen.matches(of: #/name="_selected" [^>]*value="([^"]*)" checked/#).map { String($0.1) }
      #expect(Set(boxes) == ["~x6162", "~t42"])
      let form = try await client.get("/sample/loose/-/selection?_selected=~x6162&_selected=~t42").text
      let versions = form.matches(of: #/name="version" value="([^"]*)"/#).map { String($0.1) }
      try #require(versions.count == 2)
      let sent = try await client.form(
        "/sample/loose/-/change",
        [
          ("row", "~x6162"), ("version", versions[0]), ("row", "~t42"), ("version", versions[1]), ("set.v", "1"),
          ("value.v", "new"),
        ])
      #expect(sent.status == .seeOther)
      for (key, expected) in [("~x6162", "new"), ("~t42", "new"), ("ab", "text"), ("42", "integer")] {
        #expect(try await value("/sample/loose/" + key, client) == expected)
      }
      let question = try await client.get("/sample/loose/~x6162/-/remove").text
      #expect(question.contains("action=\"/sample/loose/~x6162/-/delete\""))
      let version = try #require(question.firstMatch(of: #/name="version" value="([^"]*)"/#)?.1)
      let removed = try await client.form("/sample/loose/~x6162/-/delete", [("version", String(version))])
      #expect(removed.status == .seeOther)
      #expect(try await value("/sample/loose/ab", client) == "text")
      #expect(try await client.get("/sample/loose/~x6162").status == .notFound)
    }
  }
}
