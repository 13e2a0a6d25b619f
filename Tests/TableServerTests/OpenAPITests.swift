import Foundation
import MicroHTTP
import MicroHTTPTesting
import SiteTables
import TableArguments
import Testing

@testable import TableServer

/// The site's description of itself, and whether what it answers is as described.
@Suite struct OpenAPITests {
  private func document(_ client: TestClient) async throws -> [String: Any] {
    let document = try await client.get("/-/openapi.json").object()
    #expect(document["openapi"] as? String == "3.1.0")
    return document
  }

  @Test func everyKindOfAddressIsDescribed() async throws {
    try await ConventionSite.with { client async throws in
      let document = try await document(client)
      let paths = try #require(document["paths"] as? [String: Any])
      for route in Route.all where route.api != nil {
        for path in route.formats.isEmpty ? [route.path] : route.formats.map(route.path(_:)) {
          let method = route.api?.action == nil && route.api?.body == nil ? "get" : "post"
          let operation = try #require((paths[path] as? [String: Any])?[method] as? [String: Any], "\(path)")
          let parameters = try #require(operation["parameters"] as? [[String: Any]])
          let inPath = parameters.filter { $0["in"] as? String == "path" }.compactMap { $0["name"] as? String }
          #expect(inPath == route.captures)
          #expect(Set(parameters.compactMap { $0["name"] as? String }).count == parameters.count)
        }
      }
      let names = paths.values.compactMap { path -> String? in
        let operations = path as? [String: Any]
        return ((operations?["get"] ?? operations?["post"]) as? [String: Any])?["operationId"] as? String
      }
      #expect(Set(names).count == paths.count)
      let track = try #require((paths["/chinook/Track.json"] as? [String: Any])?["get"] as? [String: Any])
      let sort = (track["parameters"] as? [[String: Any]])?.first { $0["name"] as? String == "_sort" }
      #expect(((sort?["schema"] as? [String: Any])?["enum"] as? [String])?.contains("Composer") == true)
    }
  }

  @Test(arguments: [
    (["odd"], "database"), (["odd", "kind"], "table"), (["odd", "kind", "-", "facets"], "facets"),
    (["odd", "kind", "1"], "row"), (["odd", "kind", "1", "-", "blob", "name"], "value"),
    (["odd", "-", "query"], "query"), (["odd", "kind", "-", "insert"], "insert"),
    (["odd", "kind", "-", "upsert"], "upsert"), (["odd", "kind", "1", "-", "update"], "update"),
    (["odd", "kind", "1", "-", "delete"], "delete"),
    (["-", "versions"], "versions"), (["-", "search"], "searchAll"),
    (["odd", "-", "search"], "search"), (["odd", "kind", "-", "count"], "count"), (["-", "openapi"], "openapi"),
    ([], "home"),
  ])
  func whatAPathNamesHasItsDescription(segments: [String], route: String) throws {
    var site = Site()
    site.databases = [SiteMapTests.Database(name: "odd")]
    #expect(try RouteTable(SiteMap(site)).match(segments).route.name == route)
  }

  private static let answers: [(route: Route, path: String)] =
    [
      (.home, "/.json"), (.database, "/chinook.json"), (.database, "/odd.json"), (.database, "/nope.json"),
      (.table, "/odd/thing.json"), (.table, "/odd/thing.json?_labels=on&_json=tags&_facet=kind"),
      (.table, "/odd/thing.json?_shape=arrays"), (.table, "/odd/thing.json?_shape=array"),
      (.table, "/odd/thing.json?_shape=arrayfirst"), (.table, "/odd/pair.json?_shape=object"),
      (.table, "/odd/thing.json?_shape=sections"), (.table, "/odd/thing.json?_shape=odd"), (.table, "/odd/nope.json"),
      (.table, "/chinook/Track.json?_size=2"), (.table, "/odd/things.json"),
      (.facets, "/odd/thing/-/facets.json?_facet=kind"), (.facets, "/odd/thing/-/facets.json?_facet=nope"),
      (.row, "/odd/thing/1.json"), (.row, "/odd/thing/1.json?_shape=array"), (.row, "/odd/thing/1.json?_shape=object"),
      (.row, "/odd/thing/99.json"), (.query, "/odd/-/query.json?sql=select+1+as+one"),
      (.query, "/odd/-/query.json?sql=select+1&_shape=array"), (.query, "/odd/-/query.json?sql=nope"),
      (.searchAll, "/-/search.json?q=rock"), (.search, "/odd/-/search.json?q=one"), (.count, "/odd/thing/-/count.json"),
      (.autocomplete, "/odd/thing/-/autocomplete?q=a"), (.autocomplete, "/odd/thing/-/autocomplete"),
    ] + Route.introspection.map { ($0, $0.path(.json)) }

  @Test func everyAnswerIsAsItIsDescribed() async throws {
    try await ConventionSite.with { client async throws in
      let document = try await document(client)
      var answers = Self.answers
      for extra in JSONExtra.all(of: .table) {
        answers.append((.table, "/odd/thing.json?_facet=kind&_extra=\(extra.rawValue)"))
      }
      for extra in JSONExtra.all(of: .row) { answers.append((.row, "/odd/kind/1.json?_extra=\(extra.rawValue)")) }
      for extra in JSONExtra.all(of: .query) {
        answers.append((.query, "/odd/-/query.json?sql=select+1+as+one&_extra=\(extra.rawValue)"))
      }
      for (route, path) in answers {
        let answer = try await client.get(path)
        let schema = try #require(try schema(of: answer, route, in: document), "\(path) \(answer.status)")
        let value = try JSONSerialization.jsonObject(with: Data(answer.body), options: .fragmentsAllowed)
        #expect(SchemaCheck(document: document).failures(value, schema) == [], "\(path)")
      }
    }
  }

  /// The schema that the document has for an answer.
  private func schema(of answer: TestResponse, _ route: Route, in document: [String: Any]) throws -> [String: Any]? {
    let address = route.formats.isEmpty ? route.path : route.path(.json)
    let path = (document["paths"] as? [String: Any])?[address] as? [String: Any]
    let responses = (path?["get"] as? [String: Any])?["responses"] as? [String: Any]
    let content = (responses?["\(answer.status.code)"] as? [String: Any])?["content"] as? [String: Any]
    return (content?[answer["Content-Type"] ?? ""] as? [String: Any])?["schema"] as? [String: Any]
  }

  /// What the description says of an argument is what is asked of it: nothing that is taken is called invalid, nor the other way about.
  @Test func argumentsAreDescribedAsTheyAreTaken() async throws {
    try await ConventionSite.with { client async throws in
      let paths = try #require(try await document(client)["paths"] as? [String: Any])
      func argument(_ name: String, of path: String) throws -> [String: Any] {
        let operation = (paths[path] as? [String: Any])?["get"] as? [String: Any]
        let parameters = operation?["parameters"] as? [[String: Any]]
        return try #require(parameters?.first { $0["name"] as? String == name }, "\(path) \(name)")
      }
      func schema(_ name: String, of path: String) throws -> [String: Any] {
        try #require(try argument(name, of: path)["schema"] as? [String: Any])
      }
      for (path, taken, least) in [
        ("/{database}/{table}.json", "/odd/thing.json?_size=", 0),
        ("/{database}/{table}/-/groups.json", "/odd/thing/-/groups.json?_group=kind&_size=", 1),
        ("/{database}/-/query.json", "/odd/-/query.json?sql=select+1&_size=", 1),
      ] {
        let number = (try schema("_size", of: path)["anyOf"] as? [[String: Any]])?.first
        #expect(number?["minimum"] as? Int == least, "\(path)")
        #expect(try await client.get("\(taken)\(least)").status == .ok)
        #expect(try await client.get("\(taken)\(least - 1)").status == .badRequest)
      }
      for (path, name, without) in [
        ("/{database}/{table}/-/groups.json", "_group", "/odd/thing/-/groups"),
        ("/{database}/-/query.json", "sql", "/odd/-/query"),
      ] {
        #expect(try argument(name, of: path)["required"] as? Bool == true)
        #expect(try await client.get(without + ".json").status == .badRequest)
        #expect(try argument(name, of: String(path.dropLast(5)))["required"] as? Bool != true)
        #expect(try await client.get(without, headers: ["Accept": "text/html"]).status == .ok)
      }
      #expect(try schema("sql", of: "/{database}/-/query.json")["pattern"] as? String == "\\S")
      #expect(try await client.get("/odd/-/query.json?sql=+").status == .badRequest)
      #expect(try schema("_blob_column", of: "/{database}/{table}/{key}.blob")["minLength"] as? Int == 1)
      #expect(try await client.get("/odd/thing/1.blob?_blob_column=").status == .badRequest)
    }
  }

  @Test func aValueThatIsNotAsDescribedIsNoticed() async throws {
    try await ConventionSite.with { client async throws in
      let check = SchemaCheck(document: try await document(client))
      let rows = ["$ref": "#/components/schemas/Rows"]
      #expect(check.failures(["ok": true, "rows": []] as [String: Any], rows).contains("$: next is missing"))
      let error: [String: Any] = ["ok": false, "error": "a", "errors": ["a"], "status": 200]
      #expect(check.failures(error, ["$ref": "#/components/schemas/Error"]) == ["$.status: < 400.0"])
      #expect(!check.failures(["$base64": false], ["$ref": "#/components/schemas/Databases"]).isEmpty)
    }
  }
}
