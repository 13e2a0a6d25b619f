package import SQLTables
package import TableModel

/// How PostgreSQL writes statements (https://www.postgresql.org/docs/15/sql.html).
package struct PostgreSQLDialect: SQLDialect {
  /// Where tables are: schema and name, by what they are called here. What isn't among them is in the schema `public`.
  private let places: [String: (schema: String, name: String)]

  package init(places: [String: (schema: String, name: String)] = [:]) { self.places = places }

  /// A statement with `$1`, `$2`, … for its parameters.
  static func numbered(_ sql: String) -> String { PostgreSQLDialect().numbered(sql) }

  /// The catalog keeps names as they are written within quotes.
  package func folded(_ name: String) -> String { name }
  package func table(_ name: String) -> String {
    let place = places[name] ?? (schema: "public", name: name)
    return "\(SQLIdentifier(place.schema)).\(SQLIdentifier(place.name))"
  }
  package let rowIdentities: [String] = []
  package let quotes = [UInt8(ascii: "'"): UInt8(ascii: "'"), UInt8(ascii: "\""): UInt8(ascii: "\"")]

  package func parameter(_ number: Int) -> String { "$\(number + 1)" }
  package let unlimited = "ALL"

  package let nullOrder = NullOrder.largest
  package func ordered(_ expression: String, as order: NumberOrder) -> String { expression }
  package func source(_ source: String, following index: String?) -> String { source }

  package let conditions = Set(ColumnFilter.Condition.allCases).subtracting([.glob])

  package func membership(of expression: String, in values: [SQLValue], isNegated: Bool) -> RowCondition {
    // An array's text takes the type of what it is compared with.
    var array = "{"
    for value in values {
      if array.count > 1 { array += "," }
      switch value {
      case .text(let bytes):
        array += String(decoding: JSONText(array: [.text(bytes)]).bytes.dropFirst().dropLast(), as: UTF8.self)
      case .integer(let number): array += String(number)
      case .real(let number): array += number.description
      case .null, .blob: array += "NULL"
      }
    }
    return RowCondition("\(expression) \(isNegated ? "<> ALL" : "= ANY")(?)", [SQLValue(array + "}")])
  }

  package func match(_ expression: String, _ pattern: TextPattern, isNegated: Bool) -> RowCondition {
    let word = isNegated ? "NOT ILIKE" : "ILIKE"
    return RowCondition(
      "\(expression) \(word) ? ESCAPE \(pattern.language == .escaped ? "'\\'" : "''")", [SQLValue(pattern.text)])
  }

  package func isNumber(_ expression: String) -> String { "\(expression) IS NOT NULL" }
  package func text(of expression: String, decimals: Int) -> String { "CAST(\(expression) AS text)" }
  package func floor(_ expression: String) -> String { "CAST(floor(\(expression)) AS bigint)" }
  package func readable(_ expression: String) -> String { "CAST(\(expression) AS text)" }
  package func typed(_ expression: String, as type: String) -> String { "CAST(\(expression) AS \(type))" }
  package func staysPrepared(_ condition: String) -> Bool { true }

  package let cutsBlobs = true
  /// Of long texts too: what is brought of them is more than pages show.
  package func shortBlob(_ expression: String, bytes: Int) -> (value: String, length: String) {
    let beginning = "substring(\(expression) FROM 1 FOR \(bytes))"
    return (
      "CASE WHEN octet_length(\(expression)) <= \(bytes) THEN \(expression) ELSE \(beginning) END",
      "octet_length(\(expression))"
    )
  }

  /// Of a text too, which can't be made a date without an error where it is none.
  package func day(of expression: String) -> String {
    "substring(CAST(\(expression) AS text) FROM '^[0-9]{4}-[0-9]{2}-[0-9]{2}')"
  }

  /// A text is no array, whatever it says: before version 16 nothing tells whether it can be read.
  private func array(_ expression: String) -> String {
    "CASE jsonb_typeof(to_jsonb(\(expression))) WHEN 'array' THEN to_jsonb(\(expression)) END"
  }

  package func elements(of expression: String) -> (source: String, value: ComparedColumn) {
    ("jsonb_array_elements_text(\(array(expression))) AS j(value)", ComparedColumn("j.value", affinity: .text))
  }

  /// Their name is no usual one of a column: expressions of indexes, which stand beside it, name columns alone.
  package func differentElements(of expression: String) -> (join: String, value: String, condition: String) {
    (
      """
       CROSS JOIN LATERAL (SELECT DISTINCT e.value #>> '{}' AS array_element FROM jsonb_array_elements(\(array(expression))) AS e(value) \
      WHERE jsonb_typeof(e.value) NOT IN ('array', 'object')) AS j
      """, "j.array_element", "j.array_element IS NOT NULL"
    )
  }

  package func source(_ source: String, within ranges: RowIDRanges) -> (source: String, values: [SQLValue]) {
    let starts = "{" + ranges.starts.map(String.init).joined(separator: ",") + "}"
    return ("unnest(CAST(? AS bigint[])) AS p(value) CROSS JOIN \(source)", [SQLValue(starts)])
  }

  package func insertion(
    _ conflict: RowStatement.Conflict, key: [String], columns: [String]
  ) -> (verb: String, clause: String) {
    switch conflict {
    case .refuse: return ("INSERT", "")
    case .ignore: return ("INSERT", " ON CONFLICT DO NOTHING")
    case .replace:
      let assignments = columns.filter { !key.contains($0) }.map { "\($0) = EXCLUDED.\($0)" }
      return (
        "INSERT", " ON CONFLICT (\(key.joined(separator: ", "))) DO UPDATE SET \(assignments.joined(separator: ", "))"
      )
    }
  }

  /// A recursive query has no order of its own: each row is put in order by its place below each row above it.
  package func statement(_ tree: TreeStatement, selecting selection: String, limit: String) -> String {
    """
    WITH RECURSIVE placed AS (SELECT r.\(tree.identity) AS id, r.\(tree.key) AS key, r.\(tree.parent) AS above, \
    row_number() OVER (ORDER BY \(tree.ordering)) AS place FROM \(tree.table) AS r), tree(id, key, level, path) AS (\
    SELECT p.id, p.key, 0, ARRAY[p.place] FROM placed AS p \
    WHERE p.above IS NULL OR NOT EXISTS (SELECT 1 FROM placed AS q WHERE q.key = p.above) \
    UNION ALL SELECT p.id, p.key, w.level + 1, w.path || p.place FROM tree AS w JOIN placed AS p ON p.above = w.key \
    WHERE w.level < \(TreeStatement.depthLimit - 1)) SELECT \(selection), t.level FROM (\
    SELECT id, level, path FROM tree UNION ALL SELECT id, 0, ARRAY[NULL, place] FROM placed \
    WHERE id NOT IN (SELECT id FROM tree)) AS t JOIN \(tree.table) AS r ON r.\(tree.identity) = t.id \
    ORDER BY t.path \(limit)
    """
  }
}
