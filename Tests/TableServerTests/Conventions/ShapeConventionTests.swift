import Foundation
import MicroHTTP
import MicroHTTPTesting
import Testing

/// "JSON shapes": how rows and values stand.
@Suite struct ShapeConventionTests {
  @Test func theDefaultIsAnObjectAroundObjects() async throws {
    try await ConventionSite.with { client async throws in
      for shape in ["", "&_shape=objects"] {
        let object = try await client.get("/odd/kind.json?_size=1\(shape)").object()
        #expect(Set(object.keys) == ["ok", "next", "next_url", "previous", "previous_url", "rows", "truncated"])
        #expect(object["ok"] as? Bool == true && object["truncated"] as? Bool == false)
        #expect((object["next_url"] as? String)?.hasPrefix("http://") == true)
        #expect((object["rows"] as? [[String: Any]])?.first?["name"] as? String == "plain")
      }
    }
  }

  @Test(arguments: [
    ("_shape=arrays", "\"rows\":[[1,\"plain\"],[2,\"odd, \\\"quoted\\\"\"]]"),
    ("_shape=array&_col=id", "[{\"id\":1},{\"id\":2}]"), ("_shape=array&_col=id&_nl=on", "{\"id\":1}\n{\"id\":2}"),
    ("_shape=arrayfirst", "[1,2]"), ("_shape=object&_col=id", "{\"1\":{\"id\":1},\"2\":{\"id\":2}}"),
  ])
  func everyShapeHasItsForm(query: String, expected: String) async throws {
    let answer = try await ConventionSite.get("/odd/kind.json?\(query)")
    #expect(answer.status == .ok)
    #expect(answer.text.contains(expected))
    #expect(answer["Content-Type"] == (query.contains("_nl") ? "application/x-ndjson" : "application/json"))
  }

  @Test func objectsAreKeyedAsPathsAre() async throws {
    let object = try await ConventionSite.get("/odd/pair.json?_shape=object").object()
    #expect(Set(object.keys) == ["x~2Fy,z~2E1", "a+b,c~2Cd"])
  }

  @Test(arguments: [
    ("/odd/things.json?_shape=object", "_shape=object is only available for tables with a primary key"),
    ("/odd/-/query.json?sql=select+1&_shape=object", "_shape=object is only available on tables"),
    ("/odd/kind.json?_shape=odd", "Invalid _shape: odd"), ("/odd/kind/1.json?_shape=odd", "Invalid _shape: odd"),
    ("/odd/-/query.json?sql=select+1&_shape=odd", "Invalid _shape: odd"),
  ])
  func shapesThatCanNotBeHadAreBadRequests(path: String, message: String) async throws {
    let answer = try await ConventionSite.get(path)
    #expect(answer.status == .badRequest)
    #expect(try answer.error() == message)
  }

  @Test func sectionsAreViewModels() async throws {
    let object = try await ConventionSite.get("/odd/kind.json?_shape=sections").object()
    let sections = try #require(object["sections"] as? [[String: Any]])
    let cells = try #require(sections.first?["cells"] as? [[String: Any]])
    #expect(cells.count == 2 && cells.first?["reuse_identifier"] != nil)
  }

  @Test func theBareShapesHaveTheNextPageInAHeaderAlone() async throws {
    try await ConventionSite.with { client async throws in
      for shape in ["array", "arrayfirst", "object", "arrays", "objects"] {
        let first = try await client.get("/odd/thing.json?_size=3&_shape=\(shape)")
        let link = try #require(first["Link"])
        #expect(link.hasPrefix("<http://") && link.hasSuffix(">; rel=\"next\""))
        let address = link.dropFirst().prefix { $0 != ">" }.drop { $0 != "?" }
        let last = try await client.get("/odd/thing.json" + address)
        #expect(last.status == .ok && last["Link"] == nil)
      }
    }
  }

  @Test func valuesKeepWhatTheyAre() async throws {
    let text = try await ConventionSite.get("/odd/thing.json?_shape=array&_size=2").text
    #expect(text.contains("\"bytes\":{\"$base64\":true,\"encoded\":\"AP8=\"}"))
    #expect(text.contains("\"big\":9007199254740993"))
    #expect(text.contains("\"amount\":null") && text.contains("\"tags\":\"[\\\"a\\\", \\\"b\\\"]\""))
  }

  @Test func infinityIsWrittenWhereItIsWanted() async throws {
    try await ConventionSite.with { client async throws in
      let table = try await client.get("/odd/thing.json?_json_infinity=1&_col=amount&_size=2&_shape=arrays").text
      #expect(table.contains("[[1,Infinity],[2,-Infinity]]"))
      #expect(try await client.get("/odd/thing/1.json?_json_infinity=1").text.contains("\"amount\":Infinity"))
      #expect(
        try await client.get("/odd/-/query.json?sql=select+9e999+as+x&_json_infinity=1").text
          .contains("{\"x\":Infinity}"))
    }
  }

  @Test func columnsThatHoldJSONAreParsed() async throws {
    try await ConventionSite.with { client async throws in
      let rows = try await client.get("/odd/thing.json?_json=tags").rows()
      #expect(rows[0]["tags"] as? [String] == ["a", "b"])
      #expect(((rows[1]["tags"] as? [String: Any])?["a"] as? [String: Int]) == ["b": 1])
      #expect(rows[2]["tags"] as? String == "no JSON")
      let row = try await client.get("/odd/thing/1.json?_json=tags").rows()
      #expect(row.first?["tags"] as? [String] == ["a", "b"])
      let result = try await client.get("/odd/-/query.json?sql=select+tags+from+thing+limit+1&_json=tags").rows()
      #expect(result.first?["tags"] as? [String] == ["a", "b"])
      let lines = try await client.get("/odd/thing.json?_json=tags&_col=id&_shape=array&_nl=on&_size=2").text
      #expect(lines.split(separator: "\n").count == 2)
      #expect(try await client.get("/odd/thing.json?_json=nope").status == .badRequest)
    }
  }

  @Test func referencesHaveTheirLabels() async throws {
    try await ConventionSite.with { client async throws in
      for query in ["_labels=on", "_labels=1", "_labels=true", "_label=kind"] {
        let rows = try await client.get("/odd/thing.json?\(query)").rows()
        let kind = try #require(rows[1]["kind"] as? [String: Any])
        #expect(kind["value"] as? Int == 2 && kind["label"] as? String == "odd, \"quoted\"")
        #expect(rows[2]["kind"] is NSNull)
      }
      #expect(try await client.get("/odd/thing.json?_labels=off").rows()[0]["kind"] as? Int == 1)
      #expect(try await client.get("/odd/thing.json?_label=name").rows()[0]["kind"] as? Int == 1)
      #expect(try await client.get("/odd/thing/1.json?_labels=on").text.contains("{\"value\":1,\"label\":\"plain\"}"))
      #expect(try await client.get("/odd/thing.ndjson?_labels=on").text.contains("{\"value\":1,\"label\":\"plain\"}"))
      #expect(try await client.get("/odd/thing.json?_labels=maybe").error() == "_labels must be on or off")
      #expect(try await client.get("/odd/thing.json?_label=nope").error() == "Unknown column: nope")
      let page = try await client.get("/odd/thing.json?_labels=on&_json=tags&_json_infinity=1&_size=1&_col=id")
      let next = try #require(try page.object()["next_url"] as? String)
      #expect(next.contains("_labels=on&_json=tags&_json_infinity=1"))
    }
  }

  @Test func aRowHasTheShapesToo() async throws {
    try await ConventionSite.with { client async throws in
      #expect(
        try await client.get("/odd/kind/1.json").text
          == #"{"ok":true,"rows":[{"id":1,"name":"plain"}],"truncated":false,"database":"odd","table":"kind","#
          + #""primary_keys":["id"],"primary_key_values":["1"]}"#)
      #expect(try await client.get("/odd/kind/1.json?_shape=arrays").text.contains("\"rows\":[[1,\"plain\"]]"))
      #expect(try await client.get("/odd/kind/1.json?_shape=array").text == "[{\"id\":1,\"name\":\"plain\"}]")
      #expect(try await client.get("/odd/kind/1.json?_shape=arrayfirst").text == "[1]")
      #expect(try await client.get("/odd/kind/1.json?_shape=object").text == "{\"1\":{\"id\":1,\"name\":\"plain\"}}")
    }
  }
}
