internal import SQLTables
internal import TableModel

/// A change that breaks a rule of its table. What the server says of it is made words for people once the transaction is over, since some of it has to be
/// asked for.
struct BrokenRule: Error {
  let failure: PostgreSQLFailure
  let change: RecordChange
  let values: RowAssignment
  let table: WrittenTable
  let index: Int

  typealias Ask = @Sendable (String, [SQLValue]) async throws -> PostgreSQLRows

  private var schema: RecordSchema { table.definition.schema }
  private var words: ConstraintWords { ConstraintWords(schema) }

  /// What is wrong, in words for the person who fills in the column.
  func problem(_ ask: Ask) async -> RecordProblem {
    let (column, text) = await told(ask)
    return RecordProblem(change: index, column: column, text: text, engineText: failure.message)
  }

  private func told(_ ask: Ask) async -> (column: String?, text: String) {
    switch failure.code {
    case "23502": return (known(failure.column), ConstraintWords.required)
    case "23505": return words.repeated(await constraint(ask)?.columns ?? [])
    case "23503": return await reference(ask)
    case "23514", "23P01":
      let constraint = await constraint(ask)
      return (constraint?.columns.first, words.unmet(constraint?.definition ?? failure.constraint ?? failure.message))
    case "428C9": return (await columnOfNumbers, "Computed by the database; read-only.")
    case "P0001":
      return (known(failure.column), failure.message.hasSuffix(".") ? failure.message : failure.message + ".")
    case "22001":
      guard let field = tooLong else { return (nil, "A value is too long.") }
      return (schema.columns[field].name, "Too long: the type is \(schema.columns[field].declaredType).")
    case _ where failure.code.hasPrefix("22"):
      guard let field = await unfit(ask) else { return (nil, "A value doesn't fit its column: \(failure.message).") }
      return (schema.columns[field].name, "Not a value of the type \(schema.columns[field].declaredType).")
    default: return (nil, "The database rejects this value: \(failure.message).")
    }
  }

  /// The column of a name, if the table has it: the rule may be another table's.
  private func known(_ name: String?) -> String? { name.flatMap(schema.column(named:)).map { schema.columns[$0].name } }

  private var columnOfNumbers: String? {
    get async {
      values.fields.first { table.relation.columns[$0].isComputed || table.relation.columns[$0].isAlwaysNumbered }
        .map { schema.columns[$0].name }
    }
  }

  // MARK: Rules

  /// The rule that was broken: its columns, the table that they refer to, and what it demands; `nil` if it is none of this table, or an index.
  private func constraint(_ ask: Ask) async -> (columns: [String], referenced: String, definition: String)? {
    guard let name = failure.constraint else { return nil }
    // A unique index without a constraint breaks in the same way.
    let sql = """
      SELECT COALESCE(k.columns, i.columns), COALESCE(k.referenced, ''), COALESCE(k.definition, '') FROM (SELECT 1) AS one
      LEFT JOIN (SELECT to_jsonb(ARRAY(SELECT a.attname FROM unnest(c.conkey) WITH ORDINALITY AS p(number, place)
          JOIN pg_catalog.pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = p.number ORDER BY p.place)) AS columns,
          (SELECT relname FROM pg_catalog.pg_class WHERE oid = c.confrelid) AS referenced, pg_catalog.pg_get_constraintdef(c.oid) AS definition
        FROM pg_catalog.pg_constraint AS c WHERE c.conrelid = CAST(? AS bigint)::oid AND c.conname = ?) AS k ON true
      LEFT JOIN (SELECT to_jsonb(ARRAY(SELECT a.attname FROM pg_catalog.pg_attribute AS a WHERE a.attrelid = x.indexrelid ORDER BY a.attnum)) AS columns
        FROM pg_catalog.pg_index AS x JOIN pg_catalog.pg_class AS n ON n.oid = x.indexrelid
        WHERE x.indrelid = CAST(? AS bigint)::oid AND n.relname = ?) AS i ON true
      """
    let number = SQLValue.integer(Int64(table.relation.number)), text = SQLValue(name)
    let selection = """
      SELECT e.name, f.referenced, f.definition FROM (\(sql)) AS f(columns, referenced, definition)
      CROSS JOIN LATERAL jsonb_array_elements_text(f.columns) WITH ORDINALITY AS e(name, place) ORDER BY e.place
      """
    guard let rows = try? await ask(selection, [number, text, number, text]), rows.count > 0 else { return nil }
    let names = (0..<rows.count).compactMap { known(rows.text($0, 0)) }
    return (names, rows.text(0, 1) ?? "", Self.condition(rows.text(0, 2) ?? ""))
  }

  /// What stands in `CHECK (…)`, without the parentheses around it.
  private static func condition(_ definition: String) -> String {
    guard definition.hasPrefix("CHECK ("), definition.hasSuffix(")") else { return definition }
    var text = definition.dropFirst(7).dropLast()
    if text.hasPrefix("("), text.hasSuffix(")") { text = text.dropFirst().dropLast() }
    return String(text)
  }

  private func reference(_ ask: Ask) async -> (String?, String) {
    if case .delete = change { return (nil, words.referred) }
    guard let constraint = await constraint(ask), !constraint.columns.isEmpty else { return (nil, words.referred) }
    let own = constraint.columns.last { name in
      values.fields.contains { schema.columns[$0].name == name }
    }
    return (own ?? constraint.columns.first, words.missing(in: constraint.referenced))
  }

  // MARK: Values

  /// The column whose type the value doesn't fit, found by trying each.
  private func unfit(_ ask: Ask) async -> Int? {
    for (field, value) in zip(values.fields, values.values) where !value.isNull {
      do { _ = try await ask("SELECT CAST(? AS \(schema.columns[field].declaredType)) IS NULL", [value]) } catch {
        return field
      }
    }
    return nil
  }

  /// The column of a limited length that a text is too long for.
  private var tooLong: Int? {
    zip(values.fields, values.values).first { field, value in
      guard case .text(let bytes) = value, let open = schema.columns[field].declaredType.lastIndex(of: "("),
        let limit = Int(schema.columns[field].declaredType[open...].dropFirst().prefix(while: \.isNumber))
      else { return false }
      return String(decoding: bytes, as: UTF8.self).unicodeScalars.count > limit
    }?.0
  }
}
