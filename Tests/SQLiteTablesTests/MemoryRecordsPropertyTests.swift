import SeededNumbers
import TableModel
import TableWalking
import Testing

@testable import SQLiteTables

/// A row that stands in a table in memory and in one of SQLite.
private struct Sample: CellViewModel {
  let id: RowKey
  var name: String?
  var size: Int?
  var price: Double?
  var isSold: Bool
  var anything: RecordValue

  static let columns: [TableColumn<Sample>] = [
    .init("name", \.name), .init("size", \.size), .init("price", \.price),
    .init("isSold", \.isSold), .init("anything", \.anything),
  ]
  static let statement =
    "CREATE TABLE samples (id INTEGER PRIMARY KEY, name TEXT, size INTEGER, price REAL, isSold INTEGER, anything)"

  static let texts = [
    "", " ", "a", "A", "ab", "x", "y1", "Z3", "zz", "é", "e\u{301}", "12", "1e1", "0", "-2", "2", "0.1", "%", "_", "\\",
    "x_",
    "it's", "[xy]*", "x%", "2025-10-14", "2025-10-14T23:30:00-05:00", "2025-13-14", "[1,\"a\",\"2\",\"a\"]", "[broken",
    "{}",
    "9007199254740993", " 5 ", "5.", ".5", "+7", "0x10",
  ]

  init(_ number: Int, _ random: inout SeededGenerator) {
    id = RowKey(number)
    name = Bool.random(using: &random) || number % 5 == 0 ? Self.texts.randomElement(using: &random) : nil
    size = Bool.random(using: &random) ? Int.random(in: -3...3, using: &random) : nil
    price = Bool.random(using: &random) ? Double(Int.random(in: -6...6, using: &random)) / 4 : nil
    isSold = Bool.random(using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: anything = .null
    case 1: anything = .integer([0, 2, 12, 9_007_199_254_740_993].randomElement(using: &random) ?? 0)
    case 2: anything = .real([0.1, 2, 10, 9_007_199_254_740_992].randomElement(using: &random) ?? 0)
    case 3: anything = .blob(Array((Self.texts.randomElement(using: &random) ?? "").utf8))
    default: anything = .text(Self.texts.randomElement(using: &random) ?? "")
    }
  }

  private static func literal(_ value: RecordValue) -> String {
    switch value {
    case .null: "NULL"
    case .integer(let number): String(number)
    case .real(let number): number.description
    case .text(let text):
      "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    case .blob(let bytes):
      "x'" + bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() + "'"
    }
  }

  var insertion: String {
    let values = [
      id.recordValue, name.recordValue, size.recordValue, price.recordValue, isSold.recordValue, anything,
    ]
    return "INSERT INTO samples VALUES (" + values.map(Self.literal).joined(separator: ", ") + ")"
  }
}

/// The same rows as a table in memory and as one of SQLite.
private struct BothTables {
  let fixture: Fixture
  let inMemory: any RecordTable
  let inSQLite: any RecordTable

  init(_ random: inout SeededGenerator) async throws {
    let rows = (1...Int.random(in: 1...60, using: &random)).map { Sample($0, &random) }
    fixture = try Fixture(
      ([Sample.statement, "BEGIN"] + rows.map(\.insertion) + ["COMMIT"]).joined(separator: ";"))
    let table = try MemoryTable("Samples", columns: Sample.columns, rows: rows)
    inMemory = try #require(SourceTable(table, named: "samples"))
    inSQLite = try #require(
      try await fixture.database { $0.inlineBudgetMilliseconds = 200 }.table(named: "samples"))
  }

  static func filter(_ random: inout SeededGenerator) -> ColumnFilter {
    let condition = ColumnFilter.Condition.allCases.randomElement(using: &random) ?? .exact
    let count =
      switch condition.arity {
      case .none: 0
      case .one: 1
      case .list: [0, 1, 2, 7, 90].randomElement(using: &random) ?? 0
      }
    return ColumnFilter(
      column: Int.random(in: 0..<6, using: &random), condition: condition,
      values: (0..<count).map { _ in Sample.texts.randomElement(using: &random) ?? "" })
  }

  static func selection(_ random: inout SeededGenerator) -> RowSelection {
    RowSelection(
      filters: (0..<Int.random(in: 0...2, using: &random)).map { _ in filter(&random) },
      alternatives: (0..<Int.random(in: 0...1, using: &random)).map { _ in
        (0..<Int.random(in: 1...3, using: &random)).map { _ in filter(&random) }
      })
  }
}

@Test(.long, arguments: Thoroughness.some([UInt64(31), 32, 33]))
func aTableInMemoryAnswersQueriesAsOneOfSQLiteDoes(seed: UInt64) async throws {
  var random = SeededGenerator(seed: seed)
  for _ in 0..<12 {
    let tables = try await BothTables(&random)
    for _ in 0..<60 {
      let sort = (0..<6).shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random))
        .map { SortTerm(column: $0, isDescending: Bool.random(using: &random)) }
      var query = TableQuery(
        pageSize: Int.random(in: 1...9, using: &random), sort: sort, selection: BothTables.selection(&random))
      if Int.random(in: 0..<4, using: &random) == 0 {
        query.selection.searches = [
          TextSearch(["a", "x y", "\"it's\"", "2"].randomElement(using: &random) ?? "a", column: 1)
        ]
      }
      let expected = try await tables.inSQLite.walk(query)
      let found = try await tables.inMemory.walk(query)
      #expect(found.forwards == expected.forwards, "seed \(seed), \(query)")
      #expect(found.backwards == expected.forwards, "seed \(seed), \(query)")
      let cursor = try await tables.inMemory.cursor(query)
      var exported: [[RecordValue]] = []
      while let page = try await cursor.next() {
        exported += (0..<page.count).map { row in page.schema.columns.indices.map { page[row][$0] } }
      }
      #expect(exported == expected.forwards, "seed \(seed), \(query)")
    }
  }
}

@Test(.long, arguments: Thoroughness.some([UInt64(41), 42]))
func aTableInMemoryCountsFacetsAsOneOfSQLiteDoes(seed: UInt64) async throws {
  var random = SeededGenerator(seed: seed)
  for _ in 0..<12 {
    let tables = try await BothTables(&random)
    for column in 0..<6 {
      // SQLite also takes bytes and numbers for days; in memory, only texts are.
      for kind in Facet.Kind.allCases where kind != .date || column == 1 {
        let query = FacetQuery(
          Facet(column: column, kind: kind), in: BothTables.selection(&random),
          size: kind == .date ? 100 : Int.random(in: 1...40, using: &random))
        let expected = try await tables.inSQLite.facet(query, waits: true)
        let found = try await tables.inMemory.facet(query, waits: true)
        if kind == .date {
          // To SQLite, a text that is a number is one of the days since 4714 before our era.
          #expect(found.days == expected.days, "seed \(seed), \(query)")
        } else {
          #expect(found == expected, "seed \(seed), \(query)")
        }
      }
    }
    let suggested = try await tables.inMemory.suggestedFacets(in: .everything)
    #expect(suggested == (try await tables.inSQLite.suggestedFacets(in: .everything)), "seed \(seed)")
  }
}

extension FacetAnswer {
  /// The values of our era with their counts.
  fileprivate var days: [FacetValue] {
    guard case .values(let result) = self else { return [] }
    return result.values.filter { !$0.value.description.hasPrefix("-") }
  }
}
