import Foundation
import MicroHTTP
import MicroHTTPTesting
import TableServer
import Testing

/// "JSON shapes": what `_extra` adds.
@Suite struct ExtraConventionTests {
  private static func value(_ extra: String, _ path: String = "/odd/thing.json", _ query: String = "") async throws
    -> Any?
  {
    let answer = try await ConventionSite.get("\(path)?_extra=\(extra)&\(query)")
    #expect(answer.status == .ok)
    return try answer.object()[extra]
  }

  @Test func everyNameOfTheConventionsIsThere() async throws {
    let names = """
      count count_truncated count_sql columns all_columns primary_keys column_details display_columns facet_results
      sorted_facet_results facets_timed_out suggested_facets human_description_en query request database database_color set_column_type_ui custom_table_templates table is_view private
      metadata table_definition view_definition expandable_columns extras renderers form_hidden_args render_cell column_types debug
      """.split { $0 == " " || $0 == "\n" }.map(String.init)
    try await ConventionSite.with { client async throws in
      let page = try await client.get("/odd/thing.json?_extra=\(names.joined(separator: ","))").object()
      for name in names { #expect(page[name] != nil, "\(name)") }
      let split = try await client.get("/odd/thing.json?_extra=count,table&_extra=database").object()
      #expect(split["table"] as? String == "thing" && split["database"] as? String == "odd" && split["count"] != nil)
    }
  }

  @Test(arguments: ["/odd/thing.json?", "/odd/thing/1.json?", "/odd/-/query.json?sql=select+1&"])
  func anUnknownNameIsABadRequest(path: String) async throws {
    let answer = try await ConventionSite.get("\(path)_extra=nope")
    #expect(answer.status == .badRequest)
    #expect(try answer.error() == "Unknown _extra: nope")
  }

  @Test func aTablesNamesAreNotThoseOfARow() async throws {
    try await ConventionSite.with { client async throws in
      #expect(
        try await client.get("/odd/thing.json?_extra=foreign_key_tables").error()
          == "Unknown _extra: foreign_key_tables")
      #expect(try await client.get("/odd/thing/1.json?_extra=count").error() == "Unknown _extra: count")
    }
  }

  @Test func countsAreThereUnlessTheyAreNotWanted() async throws {
    #expect(try await Self.value("count") as? Int == 4)
    #expect(try await Self.value("count_truncated") as? Bool == false)
    #expect(try await Self.value("count", "/odd/thing.json", "_nocount=1") is NSNull)
  }

  @Test func columnsAreDescribed() async throws {
    let columns = ["id", "name", "tags", "bytes", "amount", "big", "at", "kind"]
    #expect(try await Self.value("columns", "/odd/thing.json", "_col=name") as? [String] == ["id", "name"])
    #expect(try await Self.value("all_columns", "/odd/thing.json", "_col=name") as? [String] == columns)
    #expect(try await Self.value("primary_keys", "/odd/pair.json") as? [String] == ["a", "b"])
    #expect(try await Self.value("primary_keys", "/odd/bare.json") as? [String] == [])
    #expect(try await Self.value("primary_keys", "/odd/things.json") as? [String] == [])
    let details = try #require(try await Self.value("column_details") as? [String: [String: Any]])
    #expect(details["id"]?["is_pk"] as? Bool == true && details["amount"]?["type"] as? String == "REAL")
    for detail in details.values {
      #expect(
        Set(detail.keys) == ["type", "sqlite_type", "notnull", "default", "is_pk", "pk_position", "hidden"])
    }
    #expect(details["id"]?["pk_position"] as? Int == 1 && details["amount"]?["sqlite_type"] as? String == "REAL")
    let shown = try #require(
      try await Self.value("display_columns", "/odd/thing.json", "_col=kind") as? [[String: Any]])
    #expect(shown.compactMap { $0["name"] as? String } == ["id", "kind"])
    #expect(shown.last?["foreign_key"] as? [String: String] == ["table": "kind", "column": "id"])
    let types = try #require(try await Self.value("column_types") as? [String: [String: Any]])
    #expect(types["at"]?["type"] as? String == "timestamp" && types["bytes"]?["type"] as? String == "blob")
    let expandable = try #require(try await Self.value("expandable_columns") as? [[Any]])
    #expect((expandable.first?.first as? [String: String])?["other_table"] == "kind")
    #expect(expandable.first?.last as? String == "name")
  }

  @Test func theStatementCanBeRunByHand() async throws {
    try await ConventionSite.with { client async throws in
      let page = try await client.get(
        "/odd/thing.json?name=one&_where=id<9&_extra=query,count_sql,human_description_en"
      )
      .object()
      let query = try #require(page["query"] as? [String: Any])
      let sql = try #require(query["sql"] as? String)
      #expect(query["params"] as? [String: String] == ["p0": "one"])
      let run = try await client.get("/odd/-/query.json?sql=\(ConventionSite.encoded(sql))&p0=one").rows()
      #expect(run.compactMap { $0["id"] as? Int } == [1])
      let count = try #require(page["count_sql"] as? String)
      let counted = try await client.get(
        "/odd/-/query.json?_shape=arrayfirst&sql=\(ConventionSite.encoded(count))&p0=one")
      #expect(counted.text == "[1]")
      #expect(page["human_description_en"] as? String == "where name = \"one\" and id<9")
      let sorted = try await client.get("/odd/kind.json?_sort_desc=name&_extra=human_description_en").object()
      #expect(sorted["human_description_en"] as? String == "sorted by name descending")
    }
  }

  @Test func definitionsAreThoseOfTheDatabase() async throws {
    let table = try await Self.value("table_definition", "/odd/kind.json") as? String
    #expect(table == "CREATE TABLE kind (id INTEGER PRIMARY KEY, name TEXT)")
    #expect(try await Self.value("view_definition", "/odd/kind.json") is NSNull)
    let view = try await Self.value("view_definition", "/odd/things.json") as? String
    #expect(view == "CREATE VIEW things AS SELECT id, name FROM thing")
    #expect(try await Self.value("table_definition", "/odd/things.json") is NSNull)
    #expect(try await Self.value("is_view", "/odd/things.json") as? Bool == true)
    #expect(try await Self.value("is_view") as? Bool == false)
  }

  @Test func theRequestIsToldBack() async throws {
    let request = try #require(
      try await Self.value("request", "/odd/thing.json", "name=a&name=b") as? [String: Any])
    #expect(request["path"] as? String == "/odd/thing.json")
    #expect(request["full_path"] as? String == "/odd/thing.json?_extra=request&name=a&name=b")
    #expect((request["url"] as? String)?.hasPrefix("http://") == true)
    #expect(request["args"] as? [String: [String]] == ["_extra": ["request"], "name": ["a", "b"]])
    let hidden = try await Self.value("form_hidden_args", "/odd/thing.json", "_labels=on&_sort=id&name=a")
    #expect(hidden as? [[String]] == [["_extra", "form_hidden_args"], ["_labels", "on"]])
    let debug = try #require(try await Self.value("debug", "/odd/thing.json", "_nofacet=1") as? [String: Any])
    #expect(debug["nofacet"] as? Bool == true && debug["nosuggest"] as? Bool == false)
    #expect(debug["url_vars"] as? [String: String] == ["database": "odd", "table": "thing", "format": "json"])
    #expect(try await Self.value("private") as? Bool == false)
  }

  @Test func everyExtraIsDescribedWithAnAddressThatTurnsIt() async throws {
    try await ConventionSite.with { client async throws in
      let page = try await client.get("/odd/kind.json?_extra=extras,count&_size=1").object()
      let extras = try #require(page["extras"] as? [[String: Any]])
      #expect(extras.count == 34 && extras.allSatisfy { ($0["description"] as? String)?.isEmpty == false })
      let count = try #require(extras.first { $0["name"] as? String == "count" })
      #expect(count["selected"] as? Bool == true)
      let address = try #require(count["toggle_url"] as? String)
      #expect(address.hasSuffix("/odd/kind.json?_size=1&_extra=extras"))
    }
  }

  @Test func otherFormatsAreNamed() async throws {
    try await ConventionSite.with { client async throws in
      let renderers = try await client.get("/odd/kind.json?_extra=renderers&id=1").object()["renderers"]
      let addresses = try #require(renderers as? [String: String])
      #expect(Set(addresses.keys) == ["json", "csv", "ndjson", "text"])
      for address in addresses.values { #expect(try await client.get(address).status == .ok) }
    }
  }

  @Test func cellsAreHTML() async throws {
    let cells = try #require(try await Self.value("render_cell", "/odd/thing.json", "id=2") as? [[String: String]])
    #expect(cells.first?["kind"]?.contains("href=\"/odd/kind/2\"") == true)
    #expect(cells.first?["kind"]?.contains("odd, &quot;quoted&quot;") == true)
  }

  @Test func facetsAreThere() async throws {
    let facets = try #require(
      try await Self.value("facet_results", "/odd/thing.json", "_facet=kind") as? [String: Any])
    let kind = try #require((facets["results"] as? [String: [String: Any]])?["kind"])
    #expect((kind["results"] as? [[String: Any]])?.isEmpty == false)
    #expect(facets["timed_out"] as? [String] == [])
  }

  @Test func aRowNamesTheTablesThatReferToIt() async throws {
    try await ConventionSite.with { client async throws in
      let row = try await client.get("/odd/kind/1.json?_extra=foreign_key_tables,table,primary_keys,query").object()
      let tables = try #require(row["foreign_key_tables"] as? [[String: Any]])
      let thing = try #require(tables.first)
      #expect(tables.count == 1 && thing["other_table"] as? String == "thing" && thing["column"] as? String == "id")
      #expect(thing["other_column"] as? String == "kind" && thing["count"] as? Int == 1)
      let link = try #require(thing["link"] as? String)
      #expect(try await client.get(link).status == .ok)
      #expect(row["table"] as? String == "kind" && row["primary_keys"] as? [String] == ["id"])
      #expect((row["query"] as? [String: Any])?["params"] as? [String: String] == ["p0": "1"])
    }
  }

  @Test func aResultHasExtrasOfItsOwn() async throws {
    let path = "/odd/-/query.json?sql=select+:a+as+x&a=5&_extra=columns,query,database,extras,render_cell,request"
    let result = try await ConventionSite.get(path).object()
    #expect(result["columns"] as? [String] == ["x"] && result["database"] as? String == "odd")
    let query = try #require(result["query"] as? [String: Any])
    #expect(query["sql"] as? String == "select :a as x" && query["params"] as? [String: String] == ["a": "5"])
    #expect((result["render_cell"] as? [[String: String]]) == [["x": "5"]])
  }
}
