import Foundation
import MicroHTTP
import MicroHTTPTesting
import TablePages
import Testing

/// Every kind of table answers the same.
@Suite struct EveryTableTests {
  private func names(_ query: String, _ table: EveryTable, _ client: TestClient) async throws -> [String] {
    try await client.get("\(table.path).json?_shape=objects&\(query)").rows().map { "\($0["name"] ?? "")" }
  }

  @Test(arguments: EveryTable.allCases)
  func pagesLeadToEachOtherInBothDirections(_ table: EveryTable) async throws {
    try await table.withClient { client in
      for query in ["_size=5", "_size=5&_sort_desc=size", "_size=5&_sort=kind&size__gte=10"] {
        var forwards: [[String]] = [], answer: [String: Any] = [:], token: String?
        repeat {
          let target = "\(table.path).json?_shape=objects&\(query)" + (token.map { "&_next=" + $0 } ?? "")
          answer = try await client.get(target).object()
          forwards.append((answer["rows"] as? [[String: Any]] ?? []).map { "\($0["name"] ?? "")" })
          token = answer["next"] as? String
        } while token != nil && forwards.count < 9
        #expect(forwards.map(\.count).dropLast().allSatisfy { $0 == 5 }, "\(query)")
        #expect(forwards.count == (query.contains("size__gte") ? 2 : 3), "\(query)")
        let previous = try #require(answer["previous"] as? String)
        let before = try await names("\(query)&_previous=\(previous)", table, client)
        #expect(before == forwards.dropLast().last, "\(query)")
      }
      #expect(try await client.get("\(table.path)?_size=5").text.contains("rel=\"next\""))
    }
  }

  @Test(arguments: EveryTable.allCases)
  func rowsAreSortedFilteredAndSearched(_ table: EveryTable) async throws {
    let expected = [
      ("_sort=kind&_sort_desc=size&_size=4", ["Douglas fir", "Ginkgo", "Ash", "Juniper"]),
      ("_sort_desc=size&size__lt=10", ["Fig", "Hazel"]), ("kind=needle&size__gte=30", ["Elm", "Katsura"]),
      ("kind__in=other,leaf&name__contains=A&_sort=name", ["Ash", "Cedar", "Douglas fir", "Larch"]),
      ("_search=juniper", ["Juniper"]),
      ("_any1.size=5&_any1.name=Fig&_sort=name", ["Fig", "Hazel"]), ("id=7", ["Ginkgo"]), ("size__gte=91", []),
    ]
    try await table.withClient { client in
      for (query, names) in expected {
        #expect(try await self.names(query, table, client) == names, "\(query)")
        let page = try await client.get("\(table.path)?\(query)").text
        for item in EveryTable.items {
          #expect(page.contains(">\(item.name)<") == names.contains(item.name), "\(query) \(item.name)")
        }
      }
      for wrong in ["_sort=nothing", "nothing=1", "size__nothing=1", "_next=nothing", "_facet=nothing"] {
        #expect(try await client.get("\(table.path).json?\(wrong)").status == .badRequest, "\(wrong)")
      }
    }
  }

  @Test(arguments: EveryTable.allCases)
  func rowsAreCountedAndTheirValuesToo(_ table: EveryTable) async throws {
    try await table.withClient { client in
      let object = try await client.get(
        "\(table.path).json?_shape=objects&_facet=kind&size__gte=20&_size=1&_extra=count&_count=exact"
      ).object()
      #expect(object["count"] as? Int == 9)
      let kinds = ((object["facet_results"] as? [String: Any])?["results"] as? [String: Any])?["kind"]
      let results = try #require((kinds as? [String: Any])?["results"] as? [[String: Any]])
      #expect(results.map { "\($0["value"] ?? "") \($0["count"] ?? "")" } == ["leaf 3", "needle 3", "other 3"])
      #expect(try await client.get("\(table.path)/-/count.json").object()["count"] as? Int == 12)
      let facets = try await client.get("\(table.path)/-/facets?_facet=kind").text
      #expect(facets.contains(">needle<"))
    }
  }

  @Test(arguments: EveryTable.allCases)
  func everyFormatHasTheSameRows(_ table: EveryTable) async throws {
    try await table.withClient { client in
      let query = "_sort=name&size__lt=10"
      for shape in ["objects", "arrays", "array", "arrayfirst", "object", "sections"] {
        let text = try await client.get("\(table.path).json?_shape=\(shape)&\(query)").text
        #expect(text.contains(shape == "arrayfirst" ? "[6,8]" : "\"Fig\""), "\(shape): \(text)")
        #expect(!text.contains("\"Ash\""), "\(shape)")
      }
      let csv = try await client.get("\(table.path).csv?\(query)").text
      #expect(csv == "id,name,size,kind\r\n6,Fig,8,other\r\n8,Hazel,5,needle\r\n")
      let lines = try await client.get("\(table.path).ndjson?\(query)").text
      #expect(lines.hasPrefix("{\"id\":6,\"name\":\"Fig\",\"size\":8,\"kind\":\"other\"}\n"))
      #expect(try await client.get("\(table.path).txt?\(query)").text.contains("Hazel"))
      let all = try await client.get("\(table.path).csv?_stream=on&_sort_desc=size&_size=2").text
      #expect(all.split(separator: "\r\n").count == 13 && all.contains("4,Douglas fir,90,leaf"))
    }
  }

  @Test(arguments: EveryTable.allCases)
  func everyRowHasAPage(_ table: EveryTable) async throws {
    try await table.withClient { client in
      #expect(try await client.get("\(table.path)/4").text.contains("Douglas fir"))
      let rows = try await client.get("\(table.path)/4.json").rows()
      #expect(rows.first?["name"] as? String == "Douglas fir")
      #expect(try await client.get("\(table.path)/99.json").status == .notFound)
      let bytes = try await client.get("\(table.path)/4/-/blob/name")
      #expect(bytes.text == "Douglas fir")
    }
  }
}
