import FileTables
import Foundation
import MicroHTTP
import MicroHTTPTesting
import PostgreSQLServer
import PostgreSQLTables
import SQLiteTables
import TablePages

/// The same rows as each kind of table.
enum EveryTable: String, CaseIterable, Sendable {
  /// `pooledServer` is a server behind a pooler that gives each transaction another connection.
  case database, server, pooledServer, file, memory, ownSource

  struct Item: CellViewModel, Equatable {
    let id: RowKey
    var name: String
    var size: Int
    var kind: String
  }

  static let items: [Item] = zip(
    ["Ash", "Birch", "Cedar", "Douglas fir", "Elm", "Fig", "Ginkgo", "Hazel", "Ivy", "Juniper", "Katsura", "Larch"],
    [30, 20, 40, 90, 30, 8, 35, 5, 20, 10, 30, 45]
  ).enumerated().map { place, tree in
    Item(id: RowKey(place + 1), name: tree.0, size: tree.1, kind: ["leaf", "needle", "other"][place % 3])
  }

  static let columns: [TableColumn<Item>] = [
    .init("name", \.name), .init("size", \.size), .init("kind", \.kind),
  ]

  /// The path of the table.
  var path: String {
    switch self {
    case .database: "/sample/trees"
    case .server, .pooledServer: "/server/trees"
    case .file: "/loaded/trees"
    case .memory, .ownSource: "/trees"
    }
  }

  /// Runs a test with a site of this table.
  func withClient(_ test: (TestClient) async throws -> Void) async throws {
    switch self {
    case .database:
      let rows = Self.items.map { "('\($0.name)', \($0.size), '\($0.kind)')" }.joined(separator: ", ")
      let sample = try SampleDatabase(
        """
        CREATE TABLE trees (id INTEGER PRIMARY KEY, name TEXT, size INTEGER, kind TEXT);
        INSERT INTO trees (name, size, kind) VALUES \(rows);
        """)
      defer { sample.remove() }
      try await test(.inProcess(try sample.server()))
    case .server, .pooledServer:
      let rows = Self.items.map { "('\($0.name)', \($0.size), '\($0.kind)')" }.joined(separator: ", ")
      let sample = try TestDatabase(
        """
        CREATE TABLE trees (id serial PRIMARY KEY, name text, size integer, kind text);
        INSERT INTO trees (name, size, kind) VALUES \(rows);
        """)
      let database = try PostgreSQLDatabase.ofTest(sample, named: "server", isPooled: self == .pooledServer)
      try await test(SiteUnderTest.client { $0.databases = [database] })
    case .file:
      try await FileExportTests.withFolder { folder in
        let lines = ["id,name,size,kind"] + Self.items.map { "\($0.id),\($0.name),\($0.size),\($0.kind)" }
        let file = folder.appending(path: "trees.csv")
        try Data(lines.joined(separator: "\n").utf8).write(to: file)
        try await test(try await FileExportTests.client([file.path], in: folder))
      }
    case .memory:
      try await test(Self.client(try MemoryTable("Trees", columns: Self.columns, rows: Self.items)))
    case .ownSource: try await test(Self.client(ArraySource(items: Self.items)))
    }
  }

  private static func client(_ provider: any TableViewModelProvider) throws -> TestClient {
    try SiteUnderTest.client { site in
      site.databases = []
      site.mount(provider, at: "/trees")
    }
  }
}

/// A source as somebody would write one who has rows, and no table in memory.
private struct ArraySource: TableSource {
  let items: [EveryTable.Item]

  var capabilities: TableCapabilities {
    let abilities = ColumnAbilities(
      filters: [.exact, .gte, .lt, .contains, .in], isSortable: true, isSearchable: true, hasFacets: true)
    var capabilities = TableCapabilities(
      columns: EveryTable.columns, abilities: abilities, sortLimit: 3, hasAlternatives: true)
    capabilities.facets = .init { query, _ in
      let values = Dictionary(grouping: found(query.selection).map { value($0, query.facet.column) }, by: \.self)
      let counts = values.map { FacetValue($0.key, count: $0.value.count) }
      let sorted = counts.sorted { ($1.count, $0.value.description) < ($0.count, $1.value.description) }
      return .values(FacetResult(values: Array(sorted.prefix(query.size)), distinctCount: counts.count))
    }
    return capabilities
  }

  func page(_ query: TableQuery) async throws -> TablePage {
    let sorted = found(query.selection).sorted { one, two in
      for term in query.sort where value(one, term.column) != value(two, term.column) {
        return isLess(value(one, term.column), value(two, term.column)) != term.isDescending
      }
      return isLess(one.id.recordValue, two.id.recordValue) != (query.sort.last?.isDescending ?? false)
    }
    func place(_ token: PageToken) throws -> Int {
      guard let place = Int(token.text), (0...sorted.count).contains(place) else {
        throw TableError.badRequest("No such page")
      }
      return place
    }
    let size = query.pageSize
    let range: Range<Int> =
      switch query.position {
      case .first: 0..<min(size, sorted.count)
      case .after(let token): try place(token)..<min(try place(token) + size, sorted.count)
      case .before(let token): max(0, try place(token) - size)..<(try place(token))
      }
    return TablePage(
      title: "Trees", sections: [UniformSection(Array(sorted[range]))],
      next: range.upperBound < sorted.count ? PageToken("\(range.upperBound)") : nil,
      previous: range.lowerBound > 0 ? PageToken("\(range.lowerBound)") : nil, count: .exact(sorted.count))
  }

  private func found(_ selection: RowSelection) -> [EveryTable.Item] {
    items.filter { item in
      selection.filters.allSatisfy { isMet($0, item) }
        && selection.alternatives.allSatisfy { $0.contains { isMet($0, item) } }
        && selection.searches.allSatisfy { "\(item.name) \(item.kind)".localizedStandardContains($0.text) }
    }
  }

  private func isMet(_ filter: ColumnFilter, _ item: EveryTable.Item) -> Bool {
    let value = value(item, filter.column), text = value.description
    return switch filter.condition {
    case .gte: !isLess(value, number(filter))
    case .lt: isLess(value, number(filter))
    case .contains: text.localizedStandardContains(filter.values[0])
    default: filter.values.contains(text)
    }
  }

  private func number(_ filter: ColumnFilter) -> RecordValue { .integer(Int64(filter.values[0]) ?? 0) }

  /// Columns are those of the capabilities, the id before them.
  private func value(_ item: EveryTable.Item, _ column: Int) -> RecordValue {
    [item.id.recordValue, .text(item.name), .integer(Int64(item.size)), .text(item.kind)][column]
  }

  private func isLess(_ one: RecordValue, _ two: RecordValue) -> Bool {
    switch (one, two) {
    case (.integer(let one), .integer(let two)): one < two
    default: one.description < two.description
    }
  }
}
