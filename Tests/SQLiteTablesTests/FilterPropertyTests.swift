import SeededNumbers
import TableModel
import TableWalking
import Testing

@testable import SQLiteTables

/// A filter and what it means, spelt out in SQL without parameters.
private struct SpeltFilter {
  let filter: ColumnFilter
  let sql: String
  private static let texts = [
    "", " ", "a", "A", "ab", "x", "y1", "Z3", "zz", "é", "12", "1e1", "0", "-2", "2", "0.1", "9007199254740993", "%",
    "_",
    "\\", "x_", "it's", "[xy]*", "x%", "2025-10-14",
  ]

  init(_ column: Int, of table: RandomTable, untyped: Set<Int>, _ random: inout SeededGenerator) {
    let condition = ColumnFilter.Condition.allCases.randomElement(using: &random) ?? .exact
    let count: Int
    switch condition.arity {
    case .none: count = 0
    case .one: count = 1
    case .list: count = [0, 1, 2, 3, 7, 90].randomElement(using: &random) ?? 0
    }
    let values = (0..<count).map { _ in Self.texts.randomElement(using: &random) ?? "" }
    filter = ColumnFilter(column: column, condition: condition, values: values)
    sql = Self.meaning(of: filter, table.columns[column], hasType: !untyped.contains(column))
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }

  private static func isNumber(_ text: String) -> Bool {
    ["12", "1e1", "0", "-2", "2", "0.1", "9007199254740993"].contains(text)
  }

  private static func meaning(of filter: ColumnFilter, _ column: String, hasType: Bool) -> String {
    let text = filter.values.first ?? ""
    let forms = filter.values.flatMap { !hasType && isNumber($0) ? [quoted($0), $0] : [quoted($0)] }
    let ordered = !hasType && isNumber(text) ? text : quoted(text)
    let list = "(" + forms.joined(separator: ", ") + ")"
    let elements =
      "(SELECT value FROM json_each(CASE WHEN typeof(\(column)) <> 'text' THEN '[]' WHEN NOT json_valid(\(column)) THEN '[]' "
      + "WHEN json_type(\(column)) = 'array' THEN \(column) ELSE '[]' END))"
    let pattern = text.reduce("") { "%_\\".contains($1) ? $0 + "\\" + String($1) : $0 + String($1) }
    switch filter.condition {
    case .exact, .in: return forms.isEmpty ? "0" : "ifnull(\(column) IN \(list), 0)"
    case .not, .notin: return forms.isEmpty ? "1" : "ifnull(\(column) NOT IN \(list), 0)"
    case .contains: return "\(column) LIKE \(quoted("%" + pattern + "%")) ESCAPE '\\'"
    case .notcontains: return "\(column) NOT LIKE \(quoted("%" + pattern + "%")) ESCAPE '\\'"
    case .startswith: return "\(column) LIKE \(quoted(pattern + "%")) ESCAPE '\\'"
    case .endswith: return "\(column) LIKE \(quoted("%" + pattern)) ESCAPE '\\'"
    case .gt: return "\(column) > \(ordered)"
    case .gte: return "\(column) >= \(ordered)"
    case .lt: return "\(column) < \(ordered)"
    case .lte: return "\(column) <= \(ordered)"
    case .like: return "\(column) LIKE \(quoted(text))"
    case .notlike: return "\(column) NOT LIKE \(quoted(text))"
    case .glob: return "\(column) GLOB \(quoted(text))"
    case .arraycontains:
      return "(\(quoted(text)) IN \(elements) OR \(isNumber(text) ? text : "NULL") IN \(elements)) IS TRUE"
    case .arraynotcontains:
      return "(\(quoted(text)) IN \(elements) OR \(isNumber(text) ? text : "NULL") IN \(elements)) IS NOT TRUE"
    case .date: return "date(\(column)) = \(quoted(text))"
    case .isnull: return "\(column) IS NULL"
    case .notnull: return "\(column) IS NOT NULL"
    case .isblank: return "ifnull(\(column) = '', 1)"
    case .notblank: return "NOT ifnull(\(column) = '', 1)"
    }
  }
}

/// 10,400 cases where all are taken, each read from end to end in both directions.
@Test(.long, arguments: Thoroughness.some([UInt64(11), 12, 13, 14]))
func pagesOfRandomTablesUnderRandomFiltersAreWhatPlainSQLSays(seed: UInt64) async throws {
  var random = SeededGenerator(seed: seed)
  let fixture = try Fixture()
  let tables = (0..<40).map { RandomTable($0, &random) }
  try fixture.execute("BEGIN; " + tables.flatMap(\.statements).joined(separator: "; ") + "; COMMIT")
  for sample in tables {
    try fixture.execute(
      "INSERT OR IGNORE INTO \(sample.name) (c0) VALUES ('[1, \"a\", \"2\"]'), ('[broken'), ('2025-10-14T01:02:03Z')")
  }
  let database = try fixture.database { $0.inlineBudgetMilliseconds = 200 }
  for sample in tables {
    let table = try #require(try await database.table(named: sample.name))
    // Columns whose values are compared as they are.
    var types = try fixture.rows("SELECT type FROM pragma_table_info('\(sample.name)')")
    if sample.columns.first == "rowid" { types.insert([.text("INTEGER")], at: 0) }
    let untyped = Set(types.indices.filter { types[$0] == [.text("")] || types[$0] == [.text("BLOB")] })
    for _ in 0..<65 {
      let pick: () -> SpeltFilter = {
        SpeltFilter(sample.columns.indices.randomElement(using: &random) ?? 0, of: sample, untyped: untyped, &random)
      }
      let all = (0..<Int.random(in: 0...2, using: &random)).map { _ in pick() }
      let groups = (0..<Int.random(in: 0...1, using: &random)).map { _ in
        (0..<Int.random(in: 0...3, using: &random)).map { _ in pick() }
      }
      let condition =
        (all.map { "(\($0.sql))" }
        + groups.map { "(" + (["0"] + $0.map { "(\($0.sql))" }).joined(separator: " OR ") + ")" })
        .joined(separator: " AND ")
      let sort = sample.columns.indices.shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random))
        .map { SortTerm(column: $0, isDescending: Bool.random(using: &random)) }
      let selection = RowSelection(filters: all.map(\.filter), alternatives: groups.map { $0.map(\.filter) })
      let walk = try await table.walk(
        TableQuery(pageSize: Int.random(in: 1...9, using: &random), sort: sort, selection: selection))
      let wanted = try fixture.rows(sample.oracle(sort, where: condition.isEmpty ? "1" : condition))
      let context: Comment = "seed \(seed), \(sample.statements[0]), \(condition), sort \(sort)"
      #expect(walk.forwards == wanted, context)
      #expect(walk.backwards == wanted, context)
    }
  }
}
