import Foundation
import MicroHTTP
import MicroHTTPTesting
import TablePages
import Testing

/// Tables built in code whose rows have columns are asked for as tables of databases are.
@Suite struct ColumnTableTests {
  private struct Boat: CellViewModel {
    let id: RowKey
    var name: String
    var length: Double?
    var home = "Oslo"
  }

  private struct BoatCell: OutletCell {
    @Outlet var name: String
    func configure(with boat: Boat) { name = boat.name }
  }

  private struct Note: CellViewModel {
    let id: RowKey
    var text: String
  }

  private static let boats = [
    Boat(id: 1, name: "Fram", length: 39, home: "Larvik"), Boat(id: 2, name: "Gjøa", length: 21.3),
    Boat(id: 3, name: "Maud", length: nil), Boat(id: "k7", name: "Kon-Tiki, the raft", length: 14, home: "Callao"),
  ]
  private static let columns: [TableColumn<AnyRow>] = [
    .init("name", of: \Boat.name, \Note.text), .init("length", of: \Boat.length, unit: "m"),
    .init("home", of: \Boat.home), .init("letters", of: \Boat.name.count),
  ]

  private static func server(cells: Bool = true) throws -> TableServer {
    let table = try MemoryTable(
      "Boats", summary: "Those in the museum", columns: columns,
      sections: [
        TableSection("Ice", footer: TitleViewModel("Cold"), rows: Array(boats.prefix(3))),
        TableSection("Warm", rows: [boats[3], Note(id: 9, text: "A note")]),
      ])
    return try SiteUnderTest.server { site in
      site.databases = []
      site.mount(table, at: "/museum/boats") {
        if cells { $0.register(BoatCell.self, nib: "<b class=\"boat\">{{name}}</b>") }
      }
    }
  }

  private static func client(cells: Bool = true) throws -> TestClient { .inProcess(try server(cells: cells)) }

  private func names(_ target: String) async throws -> [String] {
    try await Self.client().get(target).rows().map { "\($0["name"] ?? "")" }
  }

  @Test(arguments: [
    ("length__gt=20", ["Fram", "Gjøa"]), ("_sort=length", ["Maud", "A note", "Kon-Tiki, the raft", "Gjøa", "Fram"]),
    ("_sort_desc=home&_sort=name", ["Gjøa", "Maud", "Fram", "Kon-Tiki, the raft", "A note"]),
    ("_search=raft", ["Kon-Tiki, the raft"]), ("home__in=Oslo,Larvik&letters=4&_size=1", ["Fram"]),
    ("length__isnull=1", ["Maud", "A note"]), ("id=k7", ["Kon-Tiki, the raft"]),
  ])
  func rowsAreFilteredSortedAndSearched(_ query: String, _ expected: [String]) async throws {
    #expect(try await names("/museum/boats.json?_shape=objects&" + query) == expected)
  }

  @Test func everyShapeHasTheColumnsAndTheKey() async throws {
    let client = try Self.client()
    let array = try await client.get("/museum/boats.json?_shape=array&length__lt=20").text
    #expect(array == #"[{"id":"k7","name":"Kon-Tiki, the raft","length":14.0,"home":"Callao","letters":18}]"#)
    let keyed = try await client.get("/museum/boats.json?_shape=object&_size=1").text
    #expect(keyed.contains(#""1":{"id":1,"name":"Fram""#))
    let facets = try await client.get("/museum/boats.json?_shape=objects&_facet=home&_size=1").object()
    let home = try #require(((facets["facet_results"] as? [String: Any])?["results"] as? [String: Any])?["home"])
    let results = try #require((home as? [String: Any])?["results"] as? [[String: Any]])
    #expect(results.map { "\($0["value"] ?? "") \($0["count"] ?? "")" } == ["Oslo 2", "Callao 1", "Larvik 1"])
  }

  @Test func sectionsStayTheShapeOfTablesBuiltInCode() async throws {
    let object = try await Self.client().get("/museum/boats.json").object()
    let sections = try #require(object["sections"] as? [[String: Any]])
    #expect(sections.map { ($0["cells"] as? [Any])?.count } == [3, 2])
    #expect("\(sections[0]["footer"] ?? "")".contains("Cold"))
    let filtered = try await Self.client().get("/museum/boats.json?home=Callao").object()
    #expect((filtered["sections"] as? [[String: Any]])?.count == 1)
  }

  @Test(arguments: TestClient.Transport.allCases)
  func rowsAreExportedAsThoseOfDatabasesAre(over transport: TestClient.Transport) async throws {
    try await TestClient.with(try Self.server(), over: transport) { client in try await Self.checkExports(client) }
  }

  private static func checkExports(_ client: TestClient) async throws {
    let csv = try await client.get("/museum/boats.csv?_sort=name&_stream=on").text
    #expect(
      csv == """
        id,name,length,home,letters\r
        9,A note,,,\r
        1,Fram,39.0,Larvik,4\r
        2,Gjøa,21.3,Oslo,4\r
        k7,"Kon-Tiki, the raft",14.0,Callao,18\r
        3,Maud,,Oslo,4\r\n
        """)
    #expect(try await client.get("/museum/boats.csv?_sort=name").text == csv)
    let lines = try await client.get("/museum/boats.ndjson?length__gt=30").text
    #expect(lines == "{\"id\":1,\"name\":\"Fram\",\"length\":39.0,\"home\":\"Larvik\",\"letters\":4}\n")
    let text = try await client.get("/museum/boats.txt").text
    #expect(text.contains("Kon-Tiki"), "\(text)")
  }

  @Test func pagesDrawTheCellsOfRowsAndOfferWhatTheColumnsCanDo() async throws {
    let page = try await Self.client().get("/museum/boats?home__contains=o")
    #expect(page.status == .ok)
    #expect(page.text.components(separatedBy: "class=\"boat\"").count == 4)
    #expect(page.text.contains("Those in the museum"))
    #expect(page.text.contains("name=\"_search\""))
    #expect(try await Self.client().get("/museum/boats/-/filters").text.contains("/museum/boats.csv"))
    #expect(page.text.contains(">Warm<"))
    // A row that no cell is for shows its values.
    #expect(try await Self.client().get("/museum/boats?id=9").text.contains("A note"))
    let sorted = try await Self.client().get("/museum/boats?_sort=name").text
    #expect(!sorted.contains(">Warm<"))
  }

  @Test func theSearchOfTheSiteFindsTheirRows() async throws {
    let client = try Self.client()
    let found = try await client.get("/-/search.json?q=raft").object()
    let tables = try #require(found["tables"] as? [[String: Any]])
    #expect(tables.map { $0["path"] as? String } == ["/museum/boats"])
    let rows = try #require(tables.first?["rows"] as? [[String: Any]])
    #expect(rows.map { $0["path"] as? String } == ["/museum/boats/k7"])
    #expect(rows.first?["title"] as? String == "Kon-Tiki, the raft")
    let page = try await client.get("/-/search?q=raft&_table=museum/boats").text
    #expect(page.contains("href=\"/museum/boats/k7\"") && page.contains(">Boats<"))
  }

  @Test func rowsThatHaveNoCellsStandInAGrid() async throws {
    let page = try await Self.client(cells: false).get("/museum/boats").text
    #expect(page.contains("<table class=\"grid\">"))
    #expect(page.contains("_sort=length"))
    #expect(page.contains(">Ice<"))
  }

  @Test func pagesLeadToEachOtherInBothDirections() async throws {
    let client = try Self.client()
    var target = "/museum/boats.json?_shape=objects&_sort_desc=length&_size=2"
    var forwards: [String] = []
    var last: [String: Any] = [:]
    while true {
      last = try await client.get(target).object()
      forwards += (last["rows"] as? [[String: Any]] ?? []).map { "\($0["name"] ?? "")" }
      guard let next = last["next"] as? String else { break }
      target = "/museum/boats.json?_shape=objects&_sort_desc=length&_size=2&_next=" + next
    }
    #expect(forwards == ["Fram", "Gjøa", "Kon-Tiki, the raft", "A note", "Maud"])
    let previous = try #require(last["previous"] as? String)
    let before = try await client.get(
      "/museum/boats.json?_shape=objects&_sort_desc=length&_size=2&_previous=" + previous)
    #expect(try before.rows().map { "\($0["name"] ?? "")" } == ["Kon-Tiki, the raft", "A note"])
    // A token belongs to one sort and one set of filters.
    #expect(try await client.get("/museum/boats.json?_sort=name&_next=" + previous).status == .badRequest)
  }

  @Test func everyRowHasAPage() async throws {
    let client = try Self.client()
    let page = try await client.get("/museum/boats/k7")
    #expect(page.text.contains("Kon-Tiki, the raft"))
    #expect(page.text.contains("href=\"/museum\""))
    #expect(try await client.get("/museum/boats/1.json").rows().first?["home"] as? String == "Larvik")
    #expect(try await client.get("/museum/boats/77").status == .notFound)
    #expect(try await client.get("/museum/boats/-/count.json").object()["count"] as? Int == 5)
    #expect(try await client.get("/museum/boats/-/facets?_facet=home").text.contains("Callao"))
  }

  @Test(arguments: ["wings=2", "_sort=wings", "_facet=wings", "_where=1", "length__flies=1", "_through={}"])
  func whatTheColumnsCantDoIsRefused(_ query: String) async throws {
    let response = try await Self.client().get("/museum/boats.json?" + query)
    #expect([Status.badRequest, .forbidden].contains(response.status))
    #expect(try response.object()["ok"] as? Bool == false)
  }

  @Test func tablesMountedBelowATableAreNoRowsOfIt() async throws {
    let boats = try MemoryTable("Boats", columns: Self.columns, rows: Self.boats)
    let crew = try MemoryTable("Crew", columns: Self.columns, rows: [Note(id: 5, text: "Amundsen")])
    let log = try MemoryTable("Log", rows: [Boat(id: 1, name: "Logged")])
    let client = try SiteUnderTest.client { site in
      site.databases = []
      site.mount(boats, at: "/boats") { $0.register(BoatCell.self, nib: "<b>{{name}}</b>") }
      site.mount(crew, at: "/boats/crew")
      site.mount(log, at: "/boats/log") { $0.register(BoatCell.self, nib: "<b>{{name}}</b>") }
    }
    #expect(try await client.get("/boats/crew/5.json").rows().first?["name"] as? String == "Amundsen")
    #expect(try await client.get("/boats/crew.csv").text.contains("Amundsen"))
    #expect(try await client.get("/boats/log").text.contains("<b>Logged</b>"))
    #expect(try await client.get("/boats/1.json").rows().first?["name"] as? String == "Fram")
    #expect(try await client.get("/boats").text.contains("href=\"/\""))
  }

  @Test func theInterfaceDescribesTheirAddressesWithTheirColumns() async throws {
    let paths = try #require(try await Self.client().get("/-/openapi.json").object()["paths"] as? [String: Any])
    for path in ["", ".json", ".csv", ".ndjson", ".txt", "/{key}.json", "/-/count.json", "/-/facets.json"] {
      #expect(paths["/museum/boats" + path] != nil, "\(path)")
    }
    let table = try #require((paths["/museum/boats.json"] as? [String: Any])?["get"] as? [String: Any])
    let sort = (table["parameters"] as? [[String: Any]])?.first { $0["name"] as? String == "_sort" }
    #expect(((sort?["schema"] as? [String: Any])?["enum"] as? [String])?.contains("length") == true)
  }

  @Test func nobodyWritesToRowsByTheAddressesOfDatabases() async throws {
    let client = try Self.client()
    for path in ["/museum/boats/-/insert", "/museum/boats/1/-/delete", "/museum/boats/1/-/update"] {
      let response = try await client.post(
        path, "{\"row\":{\"name\":\"x\"}}", headers: ["Content-Type": "application/json"])
      #expect(response.status.code >= 400 && response.status.code < 500)
    }
    #expect(try await client.get("/museum/boats/-/count.json").object()["count"] as? Int == 5)
  }
}
