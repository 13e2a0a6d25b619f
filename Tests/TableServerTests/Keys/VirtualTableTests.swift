import Foundation
import MicroHTTP
import MicroHTTPTesting
import Testing

@testable import TableServer

/// Tables whose rows SQLite's own modules make, and those that such modules keep their data in.
@Suite struct VirtualTableTests {
  private static let statements = """
    CREATE TABLE doc (id INTEGER PRIMARY KEY, a TEXT, b TEXT);
    INSERT INTO doc VALUES (1, 'x', 'hello'), (2, 'y', 'world');
    CREATE VIRTUAL TABLE five USING fts5(title, body);
    INSERT INTO five VALUES ('one', 'alpha beta'), ('two', 'gamma');
    CREATE VIRTUAL TABLE five_external USING fts5(a, b, content='doc', content_rowid='id');
    INSERT INTO five_external (five_external) VALUES ('rebuild');
    CREATE VIRTUAL TABLE five_none USING fts5(a, content='');
    INSERT INTO five_none (rowid, a) VALUES (1, 'hi'), (2, 'ho');
    CREATE VIRTUAL TABLE five_gone USING fts5(a, content='nowhere');
    CREATE VIRTUAL TABLE five_wrong USING fts5(zzz, b, content='doc');
    CREATE VIRTUAL TABLE four_wrong USING fts4(content='doc', zzz, b);
    CREATE VIEW doc_view AS SELECT id, b || a AS c FROM doc;
    CREATE VIRTUAL TABLE five_view USING fts5(c, content='doc_view', content_rowid='id');
    CREATE VIRTUAL TABLE words USING fts5vocab(five, 'row');
    CREATE VIRTUAL TABLE words_columns USING fts5vocab(five, 'col');
    CREATE VIRTUAL TABLE words_places USING fts5vocab(five, 'instance');
    CREATE VIRTUAL TABLE words_gone USING fts5vocab(nowhere, 'row');
    CREATE VIRTUAL TABLE four USING fts4(title, body);
    INSERT INTO four VALUES ('one', 'alpha beta'), ('two', 'gamma');
    CREATE VIRTUAL TABLE four_languages USING fts4(a, languageid='lid');
    INSERT INTO four_languages (a, lid) VALUES ('one', 0), ('zwei', 1);
    CREATE VIRTUAL TABLE four_external USING fts4(content='doc', a, b);
    INSERT INTO four_external (docid, a, b) SELECT id, a, b FROM doc;
    CREATE VIRTUAL TABLE four_none USING fts4(content='', a);
    INSERT INTO four_none (docid, a) VALUES (1, 'hi');
    CREATE VIRTUAL TABLE four_terms USING fts4aux(four);
    CREATE VIRTUAL TABLE three USING fts3(title);
    INSERT INTO three VALUES ('one');
    CREATE VIRTUAL TABLE tokens USING fts3tokenize('simple');
    CREATE VIRTUAL TABLE boxes USING rtree(id, minx, maxx, miny, maxy, +note TEXT);
    INSERT INTO boxes VALUES (1, 0, 1, 0, 1, 'a'), (7, 2, 3, 2, 3, 'b');
    CREATE VIRTUAL TABLE boxes_whole USING rtree_i32(id, a, b);
    INSERT INTO boxes_whole VALUES (-1, 0, 1);
    CREATE TABLE pair (a TEXT, b BLOB, c, PRIMARY KEY (a, b)) WITHOUT ROWID;
    INSERT INTO pair VALUES ('x', x'00FF', 1), ('x', '00', 2);
    CREATE TABLE computed (a INT PRIMARY KEY, b AS (a * 2) VIRTUAL, c AS (a + 1) STORED);
    INSERT INTO computed (a) VALUES (1), (2);
    CREATE TABLE computed_first (b AS (a || '!') STORED, a PRIMARY KEY) WITHOUT ROWID;
    INSERT INTO computed_first (a) VALUES ('q'), (x'71');
    CREATE TABLE taken (rowid, _rowid_, oid);
    INSERT INTO taken VALUES (1, 2, 3);
    CREATE VIEW seen AS SELECT b, a FROM doc;
    """

  /// Modules that not every SQLite has.
  private static let others = [
    "CREATE VIRTUAL TABLE pages USING dbstat", "CREATE VIRTUAL TABLE sums USING dbstat(main, 1)",
    "CREATE VIRTUAL TABLE shapes USING geopoly(name);INSERT INTO shapes (_shape, name) VALUES ('[[0,0],[1,0],[1,1],[0,0]]', 'x')",
    "CREATE VIRTUAL TABLE series USING generate_series", "CREATE VIRTUAL TABLE raw_pages USING sqlite_dbpage",
    "CREATE VIRTUAL TABLE three_trigrams USING fts5(a, tokenize='trigram')",
  ]

  @Test func eachRowOfAnyTableIsFoundByItsOwnLink() async throws {
    let sample = try SampleDatabase(Self.statements)
    defer { sample.remove() }
    for statement in Self.others { try? sample.execute(statement) }
    let client = TestClient.inProcess(try sample.server())
    let summaries = try #require(try await client.get("/sample.json").object()["tables"] as? [[String: Any]])
    let tables = summaries.compactMap { $0["name"] as? String }
    #expect(tables.count > 60)
    #expect(tables.contains("three_trigrams"))
    var followed = 0
    for table in tables {
      let page = try await client.get("/sample/\(table)?_size=max")
      // What can't be read says so; nothing else goes wrong.
      #expect([200, 503].contains(page.status.code), "\(table): \(page.status)")
      guard page.status == .ok else { continue }
      let rows = try await client.get("/sample/\(table).json?_size=max").rows()
      let links = page.text.matches(of: #/<th scope="row"[^>]*><a href="([^"]*)"/#).map { String($0.1) }
      let isNamed = !["taken", "seen", "doc_view"].contains(table)
      #expect(links.count == (isNamed ? rows.count : 0), "\(table)")
      let object = isNamed ? try await client.get("/sample/\(table).json?_shape=object&_size=max").object() : [:]
      #expect(object.count == links.count, "\(table)")
      for (link, row) in zip(links, rows).prefix(20) {
        let html = try await client.get(link)
        let json = try await client.get(link + ".json")
        #expect(html.status == .ok && json.status == .ok, "\(link)")
        #expect(try json.rows().first as NSDictionary? == row as NSDictionary, "\(link)")
        let key = String(link.dropFirst("/sample/\(table)/".count))
        #expect(object[key] as? NSDictionary == row as NSDictionary, "\(link)")
        followed += 1
      }
    }
    #expect(followed > 100)
  }

  /// Whatever else can be asked of a page of rows.
  @Test func anyPageOfAnyTableIsAnAnswer() async throws {
    let sample = try SampleDatabase(Self.statements)
    defer { sample.remove() }
    for statement in Self.others { try? sample.execute(statement) }
    let client = TestClient.inProcess(try sample.server())
    let summaries = try #require(try await client.get("/sample.json").object()["tables"] as? [[String: Any]])
    for summary in summaries {
      let table = try #require(summary["name"] as? String)
      // What can't be read has no columns.
      let column = (summary["columns"] as? [String])?.last ?? "a"
      for query in [
        "?_search=a", "?_sort=\(column)", "?_sort_desc=\(column)", "?\(column)=1", "?\(column)__contains=a",
        ".json?_facet=\(column)", ".json?_shape=sections", ".json?_extra=count,columns,primary_keys,suggested_facets",
        ".csv",
        "?_edit=on", "?_size=1", "/-/count",
      ] {
        let status = try await client.get("/sample/\(table)\(query)").status.code
        #expect([200, 400, 403, 404, 503].contains(status), "\(table)\(query): \(status)")
      }
    }
  }

  /// Numbers that are no row, texts, and keys of other types at the tables that have row IDs only.
  @Test(arguments: ["9", "x", "007x", "~x01", "~r1~2E0", "~t1", "~n", "~o1", "1,2", "", "-1", "9223372036854775807"])
  func whatNamesNoRowOfAVirtualTableIsAnError(key: String) async throws {
    let sample = try SampleDatabase(Self.statements)
    defer { sample.remove() }
    let client = TestClient.inProcess(try sample.server())
    for table in ["five", "five_none", "words", "four", "four_terms", "boxes", "boxes_whole", "taken", "seen"] {
      for address in ["\(key)", "\(key).json", "\(key)/-/blob/a", "\(key)/-/edit"] {
        let status = try await client.get("/sample/\(table)/\(address)").status.code
        #expect([200, 400, 403, 404].contains(status), "\(table)/\(address): \(status)")
      }
    }
  }
}
