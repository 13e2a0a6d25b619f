import Foundation
import MicroHTTP
import MicroHTTPTesting
import TableServer
import Testing

/// "Rows without a declared key, order, limits".
@Suite struct RowIDConventionTests {
  @Test(arguments: [
    ("", #"[{"rowid":1,"x":"p"},{"rowid":2,"x":"q"}]"#),
    ("&_nl=on", "{\"rowid\":1,\"x\":\"p\"}\n{\"rowid\":2,\"x\":\"q\"}"),
    ("&rowid=2", #"[{"rowid":2,"x":"q"}]"#), ("&_sort_desc=rowid", #"[{"rowid":2,"x":"q"},{"rowid":1,"x":"p"}]"#),
    ("&_col=x&_size=1", #"[{"rowid":1,"x":"p"}]"#), ("&rowid__gte=2", #"[{"rowid":2,"x":"q"}]"#),
  ])
  func theRowIDIsTheFirstKeyOfEachRow(query: String, expected: String) async throws {
    #expect(try await ConventionSite.get("/odd/bare.json?_shape=array\(query)").text == expected)
  }

  @Test func itIsInEveryFormat() async throws {
    try await ConventionSite.with { client async throws in
      #expect(try await client.get("/odd/bare.csv").text == "rowid,x\r\n1,p\r\n2,q\r\n")
      #expect(try await client.get("/odd/bare.ndjson").text == "{\"rowid\":1,\"x\":\"p\"}\n{\"rowid\":2,\"x\":\"q\"}\n")
      #expect(try await client.get("/odd/bare.json?_shape=arrayfirst").text == "[1,2]")
      let page = try await client.get("/odd/bare.json?_shape=arrays&_extra=columns,primary_keys,all_columns").object()
      #expect(page["columns"] as? [String] == ["rowid", "x"] && page["primary_keys"] as? [String] == [])
      #expect(page["all_columns"] as? [String] == ["x"])
      let row = try await client.get("/odd/bare/2.json").object()
      #expect((row["rows"] as? [[String: Any]])?.first?["rowid"] as? Int == 2)
      #expect(row["primary_keys"] as? [String] == ["rowid"] && row["primary_key_values"] as? [String] == ["2"])
      #expect(row["database"] as? String == "odd" && row["table"] as? String == "bare")
      let table = try #require(try await client.get("/odd.json").object()["tables"] as? [[String: Any]])
        .first { $0["name"] as? String == "bare" }
      #expect(table?["columns"] as? [String] == ["x"] && table?["primary_keys"] as? [String] == [])
      // People see the columns of their table.
      let grid = try await client.get("/odd/bare").text
      #expect(!grid.contains("rowid</") && grid.contains("href=\"/odd/bare/2\""))
      #expect(try await client.get("/odd/bare/2").text.contains("rowid"))
    }
  }

  @Test func whatIsWrittenIsAnsweredWithIt() async throws {
    try await SampleDatabase.withWritable("CREATE TABLE note (text TEXT, \"n\" INTEGER)") { client in
      let headers = ["Content-Type": "application/json"]
      let stored = try await client.post("/sample/note/-/insert", #"{"row": {"text": "a"}}"#, headers: headers)
      #expect(stored.status == .created && stored["Location"] == "/sample/note/1")
      #expect(try stored.rows().first?["rowid"] as? Int == 1)
      let own = try await client.post(
        "/sample/note/-/insert", #"{"rows": [{"rowid": 7, "text": "b"}], "return": true}"#, headers: headers)
      #expect(try own.rows().first?["rowid"] as? Int == 7)
      let upserted = try await client.post(
        "/sample/note/-/upsert", #"{"rows": [{"rowid": 7, "n": 3}], "return": true}"#, headers: headers)
      let row = try #require(try upserted.rows().first)
      #expect(row["text"] as? String == "b" && row["n"] as? Int == 3)
      let form = try await client.get("/sample/note/-/new").text
      #expect(form.contains("name=\"value.text\"") && !form.contains("value.rowid"))
    }
  }

  @Test func theNumberOfPartsOfAKeyIsThatOfItsTable() async throws {
    for path in ["/odd/pair/a.json", "/odd/bare/1,2.json", "/odd/kind/1,2.json"] {
      #expect(try await ConventionSite.get(path).status == .badRequest)
    }
  }

  @Test func limitsOfARequestAreItsOwn() async throws {
    try await ConventionSite.with { client async throws in
      let none = try await client.get("/odd/kind.json?_size=0&_extra=count,columns").object()
      #expect((none["rows"] as? [Any])?.isEmpty == true && none["next"] is NSNull && none["count"] as? Int == 2)
      #expect(none["count_truncated"] as? Bool == false && none["columns"] as? [String] == ["id", "name"])
      #expect(try await client.get("/odd/kind.csv?_size=0").text == "id,name\r\n")
      #expect(try await client.get("/odd/kind.json?_ttl=60")["Cache-Control"] == "max-age=60")
      #expect(try await client.get("/odd/kind.json?_ttl=0")["Cache-Control"] == "no-cache")
      #expect(try await client.get("/odd/kind.json?_ttl=x").status == .badRequest)
      // A name may be written otherwise, and another that holds it is another.
      #expect(try await client.get("/odd/kind.json?%5Fttl=60")["Cache-Control"] == "max-age=60")
      #expect(try await client.get("/odd/kind.json?_next_ttl=60")["Cache-Control"] != "max-age=60")
      #expect(try await client.get("/odd/kind.json?_timelimit=500").rows().count == 2)
      #expect(try await client.get("/odd/kind.json?_timelimit=no").status == .badRequest)
      // A statement too; one that could not end in time says which limit it was.
      let endless = "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n"
      let cut = try await client.get("/odd/-/query.json?_timelimit=20&sql=\(ConventionSite.encoded(endless))")
      #expect(try cut.error() == "The query exceeded its time limit of 20 ms" && cut.status == .badRequest)
      #expect(try await client.get("/odd/-/query.json?_timelimit=no&sql=select+1").status == .badRequest)
      let facets = try await client.get("/odd/thing.json?_nofacet=1&_facet=kind&_extra=facet_results").object()
      let results = try #require(facets["facet_results"] as? [String: Any])
      #expect((results["results"] as? [String: Any])?.isEmpty == true)
    }
  }

  @Test func namesBetweenDoubleQuotesThatAreNoColumnsAreTexts() async throws {
    try await ConventionSite.with { client async throws in
      let result = try await client.get("/odd/-/query.json?sql=select+%22text%22+as+a").object()
      #expect((result["rows"] as? [[String: String]]) == [["a": "text"]] && result["next"] == nil)
      let rows = try await client.get("/odd/kind.json?_where=name=%22plain%22&_shape=arrayfirst")
      #expect(rows.text == "[1]")
      let wrong = try await client.get("/odd/-/query.json?sql=select+nope+from+kind")
      let object = try wrong.object()
      #expect(wrong.status == .badRequest && (object["rows"] as? [Any])?.isEmpty == true)
      #expect(try wrong.error() == "no such column: nope")
    }
  }

  @Test func rowsAreFoundByTheBeginningsOfNames() async throws {
    try await ConventionSite.with { client async throws in
      let found = try await client.get("/odd/kind/-/autocomplete?q=odd").rows()
      #expect((found.first?["pks"] as? [String: Int]) == ["id": 2] && found.count == 1)
      #expect(found.first?["label"] as? String == "odd, \"quoted\"")
      #expect(try await client.get("/odd/kind/-/autocomplete?q=1").rows().count == 1)
      #expect(try await client.get("/odd/kind/-/autocomplete?q=").rows().isEmpty)
      #expect(try await client.get("/odd/kind/-/autocomplete?_initial=1").rows().count == 2)
      #expect(try await client.get("/odd/things/-/autocomplete?q=x").status == .badRequest)
    }
  }
}
