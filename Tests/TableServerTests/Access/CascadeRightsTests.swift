import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import SiteConfiguration
import SiteTables
import Testing

/// Rows of other tables that go along with those that somebody changes.
@Suite struct CascadeRightsTests {
  private static let statements = """
    create table parent (id integer primary key, name text);
    insert into parent values (1, 'one'), (2, 'two'), (3, 'three');
    create table hiddenbonus (
      id integer primary key, parent_id integer references parent(id) on delete cascade on update cascade);
    insert into hiddenbonus values (1, 1), (2, 1);
    create table shown (id integer primary key, parent_id integer references parent(id) on delete set null);
    insert into shown values (1, 2);
    create table noted (id integer primary key, name text);
    insert into noted values (1, 'noted');
    create table hiddenlog (text text);
    create trigger note after delete on noted begin insert into hiddenlog values (old.name); end;
    create view everything as select * from hiddenbonus;
    """

  private static func with(
    _ rule: String, _ test: (TestClient, [String: String], Values) async throws -> Void
  ) async throws {
    let sample = try SampleDatabase(statements)
    defer { sample.remove() }
    let site = try AccessSite(everyone: rule) { $0.databases = [try sample.writable()] }
    let ada = try await site.cookie(of: "ada")
    let values: Values = { statement in
      let query = statement.replacing(" ", with: "+")
      return try await site.client.get(
        "/sample/-/query.json?_shape=arrayfirst&sql=\(query)", headers: ["Cookie": ada]
      ).text
    }
    try await test(site.client, ["Content-Type": "application/json", "Sec-Fetch-Site": "same-origin"], values)
  }

  /// What a statement answers somebody who may read everything: the values of its first column.
  private typealias Values = (_ statement: String) async throws -> String

  private static let rule = "{sample: {parent: write, noted: write, shown: read, everything: read}}"

  @Test func rowsThatOthersMayNotChangeDoNotGoAlong() async throws {
    try await Self.with(Self.rule) { client, headers, values in
      for (path, body) in [
        ("/sample/parent/1/-/delete", #"{"undo": true}"#), ("/sample/parent/1/-/update", #"{"update": {"id": 9}}"#),
        ("/sample/parent/2/-/delete", "{}"),
      ] {
        let answer = try await client.post(path, body, headers: headers)
        #expect(answer.status == .forbidden, "\(path): \(answer.text)")
        #expect(!answer.text.contains("hiddenbonus"), "\(answer.text)")
        // A table that they may know of is named.
        #expect(answer.text.contains("shown") == path.contains("/2/"), "\(answer.text)")
      }
      for path in ["/sample/parent/1/-/remove", "/sample/parent/-/removal?_selected=1&_selected=3"] {
        let page = try await client.get(path)
        #expect(page.status == .forbidden && !page.text.contains("hiddenbonus"), "\(path)")
      }
      #expect(try await values("select count(*) from hiddenbonus") == "[2]")
      #expect(try await values("select parent_id from shown") == "[2]")
      // A row that nothing refers to goes.
      #expect(try await client.post("/sample/parent/3/-/delete", "{}", headers: headers).status == .ok)
    }
  }

  @Test func whatTriggersDoIsDoneAndNotTold() async throws {
    try await Self.with(Self.rule) { client, headers, values in
      let answer = try await client.post("/sample/noted/1/-/delete", #"{"undo": true}"#, headers: headers)
      #expect(answer.status == .ok && !answer.text.contains("hiddenbonus"), "\(answer.text)")
      #expect(try await values("select text from hiddenlog") == #"["noted"]"#)
    }
  }

  /// Also where they may read all of it.
  @Test func whoeverReadsAllIsToldWhichTable() async throws {
    try await Self.with("{sample: {\"*\": read, parent: write}}") { client, headers, values in
      let answer = try await client.post("/sample/parent/1/-/delete", "{}", headers: headers)
      #expect(answer.status == .forbidden && answer.text.contains("hiddenbonus"), "\(answer.text)")
      #expect(try await values("select count(*) from parent") == "[3]")
    }
    try await Self.with("{sample: write}") { client, headers, values in
      let answer = try await client.post("/sample/parent/1/-/delete", "{}", headers: headers)
      #expect(answer.status == .ok && answer.text.contains("hiddenbonus"), "\(answer.text)")
    }
  }

  @Test func definitionsNameNoTablesToThoseWhoReadAPart() async throws {
    try await Self.with("{sample: {shown: read, everything: read}}") { client, _, _ in
      for (table, extra) in [("shown", "table_definition"), ("everything", "view_definition")] {
        let answer = try await client.get("/sample/\(table).json?_extra=\(extra)")
        #expect(answer.text.contains("\"\(extra)\":null"), "\(answer.text)")
      }
    }
    try await Self.with("{sample: read}") { client, _, _ in
      let answer = try await client.get("/sample/shown.json?_extra=table_definition")
      #expect(answer.text.contains("references parent"))
    }
  }

  /// Statements that run on the same connection, and where files are on the machine.
  @Test func queriesTellNothingOfOthers() async throws {
    try await Self.with("read") { client, _, _ in
      _ = try await client.get("/sample/parent.json?_where=name<>'somebody+else'")
      for query in ["select+sql+from+sqlite_stmt", "select+*+from+_tablepages_files"] {
        let answer = try await client.get("/sample/-/query.json?sql=\(query)")
        #expect(answer.status == .badRequest && !answer.text.contains("somebody"), "\(answer.text)")
      }
    }
  }

  @Test func queriesThatTheOwnerOpensAreThereForThoseWhoReadAPart() async throws {
    let sample = try SampleDatabase(Self.statements)
    defer { sample.remove() }
    let file = try SiteFile(
      yaml: """
        databases:
          sample:
            tables: {hiddenbonus: {allow: false}}
            queries:
              open: {sql: select count(*) as number from hiddenbonus, allow: true}
              plain: select 1
              shut: {sql: select 1, allow: false}
        """)
    let client = try SiteUnderTest.client {
      $0.databases = [try SQLiteDatabase.open(path: sample.path)]
      $0.file = file
    }
    #expect(try await client.get("/sample/open.json?_shape=array").text == #"[{"number":2}]"#)
    #expect(try await client.get("/sample").text.contains("/sample/open"))
    #expect(try await client.get("/sample/plain.json").status == .notFound)
    #expect(try await client.get("/sample/shut.json").status == .forbidden)
    #expect(try await client.get("/sample/hiddenbonus.json").status == .forbidden)
    #expect(try await client.get("/sample/-/query.json?sql=select+1").status == .forbidden)
  }
}
