import SeededNumbers
import TableModel

/// A table of random columns, types, collations, keys, indexes and rows, as the statements that make it.
struct RandomTable {
  /// A type with some of its values, as a statement writes them.
  struct Kind {
    let type: String
    let values: [String]
    /// What puts its values in order where they have no order of their own, with `%` for the column.
    var order = "%"
  }

  let name: String
  private(set) var statements: [String] = []
  private(set) var columns: [String] = []
  private var kinds: [Kind] = []
  /// The columns that rows are told apart by; empty where nothing tells them apart.
  private(set) var key: [String] = []

  static let kinds = [
    Kind(type: "integer", values: ["-2", "0", "1", "2147483647", "-2147483648"]),
    Kind(type: "bigint", values: ["9007199254740993", "9223372036854775807", "-9223372036854775808", "3"]),
    Kind(type: "smallint", values: ["-1", "32767", "5"]),
    Kind(type: "real", values: ["0.1", "'NaN'", "'Infinity'", "-2.5", "16777217"]),
    Kind(type: "double precision", values: ["0.1", "'NaN'", "'-Infinity'", "1e300", "-0.0", "0"]),
    Kind(type: "numeric", values: ["1.10", "1.1", "12345678901234567890.5", "'NaN'", "-3", "1e-20"]),
    Kind(type: "numeric(10,2)", values: ["1.10", "-0.01", "12345678.99", "0"]),
    Kind(type: "text", values: texts), Kind(type: "text COLLATE \"C\"", values: texts),
    Kind(type: "text COLLATE \"en-x-icu\"", values: texts), Kind(type: "text COLLATE \"de-x-icu\"", values: texts),
    Kind(type: "varchar(9)", values: texts), Kind(type: "char(5)", values: ["'a'", "'b  '", "''", "'ab'"]),
    Kind(type: "boolean", values: ["true", "false"]),
    Kind(type: "date", values: ["'2024-02-29'", "'infinity'", "'-infinity'", "'0044-03-15 BC'", "'12024-01-01'"]),
    Kind(type: "timestamp", values: ["'2024-02-29 12:00:00.123456'", "'2024-02-29'", "'infinity'"]),
    Kind(type: "timestamptz", values: ["'2024-02-29 12:00+02'", "'2024-02-29 10:00+00'", "'1999-12-31'"]),
    Kind(type: "interval", values: ["'1 day'", "'24:00'", "'-1 mons'", "'1 year 2 days'"]),
    Kind(type: "uuid", values: ["'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'", "'00000000-0000-0000-0000-000000000000'"]),
    Kind(type: "bytea", values: ["'\\x'", "'\\x00'", "'\\xff00'", "'\\x6162'"]),
    Kind(type: "jsonb", values: ["'1'", "'\"a\"'", "'[1, 2]'", "'{\"a\": null}'", "'null'"]),
    Kind(type: "inet", values: ["'10.0.0.1'", "'10.0.0.0/8'", "'::1'"]),
    Kind(type: "int4range", values: ["'[1,5)'", "'empty'", "'(,3)'"]),
    Kind(type: "money", values: ["1.5", "-2", "1000000"]), Kind(type: "bit(3)", values: ["B'101'", "B'000'"]),
    Kind(type: "json", values: ["'1'", "'[1,  2]'", "'{\"b\":1, \"a\":2}'"], order: "CAST(% AS jsonb)"),
    Kind(type: "integer[]", values: ["'{1,2}'", "'{}'", "'{1,NULL}'", "'{10}'"], order: "to_jsonb(%)"),
    Kind(type: "point", values: ["'(1,2)'", "'(0,0)'", "'(1,10)'"], order: "CAST(% AS text)"),
    Kind(type: "mood", values: ["'sad'", "'ok'", "'happy'"]), Kind(type: "positive", values: ["1", "7", "12"]),
  ]
  private static let texts = [
    "''", "'a'", "'A'", "'ä'", "'Z'", "'z'", "'a b'", "'a-b'", "'ab'", "'東京'", "'1'", "'10'", "'9'",
  ]

  /// The types that the tables use.
  static let types =
    "CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy'); CREATE DOMAIN positive AS integer CHECK (value > 0)"

  init(_ number: Int, _ random: inout SeededGenerator) {
    name = "t\(number)"
    let keyable = Self.kinds.filter { $0.order == "%" }
    let keyCount = Int.random(in: 0...2, using: &random)
    for index in 0..<keyCount {
      key.append("k\(index)")
      kinds.append(keyable.randomElement(using: &random) ?? Self.kinds[0])
    }
    columns = key
    for index in 0..<Int.random(in: 1...4, using: &random) {
      columns.append("c\(index)")
      kinds.append(Self.kinds.randomElement(using: &random) ?? Self.kinds[0])
    }
    // Tells rows apart for whoever compares them, and nothing else.
    columns.append("n")
    kinds.append(Kind(type: "integer", values: []))
    let definitions = zip(columns, kinds).map { "\($0) \($1.type)" }
    let primary = key.isEmpty ? "" : ", PRIMARY KEY (\(key.joined(separator: ", ")))"
    statements.append("CREATE TABLE \(name) (\(definitions.joined(separator: ", "))\(primary))")
    let ordered = zip(columns, kinds).filter { $1.order == "%" }.map(\.0)
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      let indexed = ordered.shuffled(using: &random).prefix(Int.random(in: 1...2, using: &random))
      let terms = indexed.map { Bool.random(using: &random) ? $0 : "\($0) DESC NULLS LAST" }
      statements.append("CREATE INDEX ON \(name) (\(terms.joined(separator: ", ")))")
    }
    for row in 0..<Int.random(in: 0...50, using: &random) {
      let values = zip(columns, kinds).map { column, kind in
        column == "n" ? "\(row)" : Self.value(kind, isNull: !key.contains(column), &random)
      }
      statements.append("INSERT INTO \(name) VALUES (\(values.joined(separator: ", "))) ON CONFLICT DO NOTHING")
    }
  }

  private static func value(_ kind: Kind, isNull: Bool, _ random: inout SeededGenerator) -> String {
    if isNull, Int.random(in: 0..<5, using: &random) == 0 { return "NULL" }
    if kind.type == "integer", Bool.random(using: &random) { return "\(Int.random(in: 0...99, using: &random))" }
    if kind.type.hasPrefix("text"), Bool.random(using: &random) { return "'\(Int.random(in: 0...99, using: &random))'" }
    return kind.values.randomElement(using: &random) ?? "NULL"
  }

  /// The statement that answers the numbers of the rows in an order.
  func oracle(_ sort: [SortTerm]) -> String {
    let descends = sort.last?.isDescending ?? false
    let terms =
      sort.map { kinds[$0.column].order.replacing("%", with: columns[$0.column]) + ($0.isDescending ? " DESC" : "") }
      + key.map { $0 + (descends ? " DESC" : "") }
    return "SELECT n FROM \(name)" + (terms.isEmpty ? "" : " ORDER BY \(terms.joined(separator: ", "))")
  }
}
