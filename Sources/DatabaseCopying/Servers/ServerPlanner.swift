internal import PostgreSQLTables
internal import SQLTables
internal import TableModel

/// Finds out how the tables of a server go into a file.
struct ServerPlanner {
  let session: CopySession
  let schema: String

  private func source(_ table: TableOutline) -> String { "\(SQLIdentifier(schema)).\(SQLIdentifier(table.name))" }

  func plan(of table: TableOutline) throws(TableError) -> TablePlan {
    var plan = TablePlan(outline: table, name: table.name, columns: [])
    let isExact = try exactDecimals(table, count: &plan.rowCount)
    for (position, column) in table.columns.enumerated() {
      let name = SQLIdentifier(column.name).description
      var planned = TablePlan.Column(
        name: column.name, form: .text, type: "TEXT", isRequired: column.isRequired, expression: "\(name)::text")
      let base = String(column.declaredType.prefix { $0 != "(" }).trimmed
      switch base {
      case "smallint", "integer", "bigint":
        (planned.form, planned.type, planned.expression) = (.integer, base.uppercased(), "\(name)::int8")
      case "oid": (planned.form, planned.type, planned.expression) = (.integer, "INTEGER", "\(name)::int8")
      case "boolean": (planned.form, planned.type, planned.expression) = (.integer, "BOOLEAN", "\(name)::int4::int8")
      // The fewest digits of a short number, which is how it is written.
      case "real": (planned.form, planned.type, planned.expression) = (.real, "REAL", "\(name)::text::float8")
      case "double precision": (planned.form, planned.type, planned.expression) = (.real, "DOUBLE PRECISION", name)
      case "numeric":
        if isExact.contains(position) {
          (planned.form, planned.type, planned.expression) = (
            .decimal, column.declaredType.uppercased(), "trim_scale(\(name))::text"
          )
        } else {
          (planned.form, planned.type) = (.text, "NUMERIC TEXT")
          plan.remarks.append(
            "column \(table.name).\(column.name): holds numbers that SQLite's don't hold exactly: they are kept as texts"
          )
        }
      case "bytea": (planned.form, planned.type, planned.expression) = (.bytes, "BLOB", name)
      case "text": planned.expression = name
      case "character varying", "character":
        (planned.type, planned.expression) = (
          base == "character"
            ? column.declaredType.uppercased()
            : column.declaredType.uppercased().replacing("CHARACTER VARYING", with: "VARCHAR"), name
        )
      case "date": planned.type = "DATE"
      case "timestamp without time zone": planned.type = "TIMESTAMP"
      case "timestamp with time zone", "uuid": planned.type = base.uppercased()
      case "json", "jsonb": planned.type = "JSON TEXT"
      case VariantValue.typeName: (planned.form, planned.type, planned.expression) = (.variant, "", "\(name)::jsonb")
      default:
        if let precise = Self.withPrecision(column.declaredType) { planned.type = precise }
      }
      plan.columns.append(planned)
    }
    return plan
  }

  /// `timestamp(3) without time zone` has its digits in the middle.
  private static func withPrecision(_ type: String) -> String? {
    guard type.hasPrefix("timestamp(") else { return nil }
    return type.hasSuffix("without time zone") ? "TIMESTAMP" : "TIMESTAMP WITH TIME ZONE"
  }

  /// The columns of decimals that are all the same numbers in SQLite, and how many rows there are.
  private func exactDecimals(_ table: TableOutline, count: inout Int) throws(TableError) -> Set<Int> {
    let columns = table.columns.indices.filter { table.columns[$0].declaredType.hasPrefix("numeric") }
    let tests = columns.map { position in
      let name = SQLIdentifier(table.columns[position].name)
      // No number that a double couldn't be is tried to be one.
      return
        ", coalesce(bool_and(CASE WHEN \(name) IS NULL THEN true WHEN abs(\(name)) < 1e300 AND (\(name) = 0 OR abs(\(name)) > 1e-300) THEN \(name)::float8::text::numeric = \(name) ELSE false END), true)"
    }
    let row = try session.rows("SELECT count(*)\(tests.joined()) FROM \(source(table))").first ?? []
    count = row.first.flatMap { $0.flatMap { Int($0) } } ?? 0
    return Set(zip(columns, row.dropFirst()).filter { $0.1 == "t" }.map(\.0))
  }
}
