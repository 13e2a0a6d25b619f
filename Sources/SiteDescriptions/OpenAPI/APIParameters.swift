package import SiteConfiguration
package import SitePages
import SiteTables
package import TableArguments
package import TableModel
package import TextCoding

/// The parameters of addresses, as OpenAPI describes them.
package struct APIParameters {
  package let context: SiteContext

  package init(context: SiteContext) { self.context = context }

  /// How names, and keys with all their parts, are written in addresses.
  private static let (namePattern, keyPattern) = {
    // Bytes that are one character of UTF-8 each (RFC 3629 section 4), so that a name is a text.
    let rest = "~[89AB][0-9A-F]"
    let escape =
      "~[0-7][0-9A-F]|~(C[2-9A-F]|D[0-9A-F])\(rest)|~E[1-9A-CEF]\(rest)\(rest)|~F[1-3]\(rest)\(rest)\(rest)"
    let letter = "([A-Za-z0-9_+-]|\(escape))"
    let whole = "(0|-?[1-9][0-9]{0,17})"
    let part = "(\(letter)+|~t\(letter)*|~x([0-9A-F]{2})*|~r-?[0-9]+~2E[0-9]+|~i\(whole))"
    return ("^\(letter)+$", "^(\(part)(,\(part))*|~o\(whole))$")
  }()

  /// A parameter in a path.
  package func path(_ name: String) -> JSONValue {
    var schema: JSONValue = ["type": "string", "pattern": .text(name == "key" ? Self.keyPattern : Self.namePattern)]
    if name == "database" {
      schema = ["type": "string", "enum": JSONValue(context.map.databases.map { TildeEncoding.encode($0.name) })]
    }
    return [
      "name": .text(name), "in": "path", "required": true, "schema": schema,
      "description": .text(Self.pathRemarks[name] ?? name),
    ]
  }

  private static let pathRemarks = [
    "database": "The name of a database, in tilde encoding", "table": "The name of a table or view, in tilde encoding",
    "key":
      "The key of a row; the parts of a compound key with commas between them, each in tilde encoding. ~x6162 is a blob, ~r1~2E5 a real, ~t42 a text that looks like a number, ~t the empty text, ~i42 an integer in a column of texts; ~o17 alone is the row with that row ID",
    "column": "The name of a column, in tilde encoding",
  ]

  /// The words of a search of several tables.
  package var words: JSONValue { argument("q", ["type": "string"], "Search words") }

  /// The column whose value is asked for.
  package var blobColumn: JSONValue {
    var column = argument("_blob_column", ["type": "string", "minLength": 1], "The name of a column")
    column.add("required", true)
    return column
  }

  // MARK: Tables

  /// What is good for every table, and where its columns are known, what names them. Tokens and conditions are left out: which of them
  /// are good can't be said by a schema.
  package func table(_ format: PageFormat?, _ columns: [RecordSchema.Column]?) -> [JSONValue] {
    // No rows at all are a page too: that of a table's count and facets.
    let size = size(context.options.maximumPageSize, least: 0)
    var parameters = search(columns) + [argument("_size", size, "Rows per page")]
    if let columns {
      let sortable = columns.filter(\.abilities.isSortable).map(\.name)
      // An empty field of a form is no wish.
      let orders: JSONValue = ["type": "string", "enum": JSONValue([""] + sortable)]
      parameters += [
        list("_col", columnSchema(columns), "Columns to show; key columns always are"),
        list("_nocol", columnSchema(columns), "Columns to hide"),
      ]
      let sorts = [
        argument("_sort", orders, "Sorts by a column"),
        argument("_sort_desc", orders, "Sorts by a column, descending"),
      ]
      if !sortable.isEmpty { parameters += sorts }
    }
    switch format {
    case .html: parameters += facets(columns) + count
    case .json: parameters += facets(columns) + count + json(.table, columns)
    default: parameters += export(format)
    }
    return parameters
  }

  private var count: [JSONValue] {
    [
      flag("_nocount", "Omits the count"),
      argument(
        "_count", ["type": "string", "enum": ["quick", "exact"]], "exact waits until all rows are counted"),
    ]
  }

  package func search(_ columns: [RecordSchema.Column]?) -> [JSONValue] {
    guard columns?.contains(where: \.abilities.isSearchable) ?? true else { return [] }
    return [argument("_search", ["type": "string"], "Search words, all of which must match")]
  }

  package func facets(_ columns: [RecordSchema.Column]?) -> [JSONValue] {
    var named: [JSONValue] = []
    if let columns = columns?.filter(\.abilities.hasFacets) {
      guard !columns.isEmpty else { return [] }
      let most = FacetArguments.limit
      // A field of a form that was left empty.
      let columns = [RecordSchema.Column("")] + columns
      named = [
        list("_facet", columnSchema(columns), "Columns whose values are counted", limit: most),
        list("_facet_array", columnSchema(columns), "Columns of JSON arrays whose elements are counted", limit: most),
        list("_facet_date", columnSchema(columns), "Columns of times whose days are counted", limit: most),
      ]
    }
    return named + [
      argument("_facet_size", size(context.options.maximumPageSize), "Values per facet"),
      flag("_nofacet", "Omits facets"), flag("_nosuggest", "Omits facet suggestions"),
    ]
  }

  private func export(_ format: PageFormat?) -> [JSONValue] {
    var parameters = [
      flag("_stream", "All matching rows instead of one page"), flag("_dl", "Sends a file to download"),
    ]
    if format != .ndjson { parameters.append(flag("_header", "Whether to include column names")) }
    if format != .text { parameters.append(flag("_labels", "Adds labels to foreign keys")) }
    return parameters
  }

  package func json(_ subject: JSONExtra.Subject, _ columns: [RecordSchema.Column]?) -> [JSONValue] {
    let shapes: [String] =
      switch subject {
      case .table: JSONShape.allCases.map(\.rawValue)
      case .row: JSONShape.allCases.filter { $0 != .sections }.map(\.rawValue)
      case .query: ["objects", "arrays", "array", "arrayfirst"]
      }
    var parameters = [
      argument("_shape", ["type": "string", "enum": JSONValue(shapes)], "Shape of the rows"),
      [
        "name": "_extra", "in": "query", "style": "form", "explode": false,
        "schema": [
          "type": "array", "minItems": 1,
          "items": ["type": "string", "enum": JSONValue([""] + JSONExtra.all(of: subject).map(\.rawValue))],
        ], "description": "Extra keys",
      ],
    ]
    if subject != .row { parameters.append(flag("_nl", "With the shape array: one object per line")) }
    if subject != .query { parameters.append(flag("_labels", "Adds labels to foreign keys")) }
    if let columns {
      parameters += [
        list("_label", columnSchema(columns), "Foreign key columns to label"),
        list("_json", columnSchema(columns), "Columns that hold JSON"),
      ]
    }
    parameters.append(flag("_json_infinity", "Writes infinite numbers as Infinity, which is not JSON, instead of null"))
    return parameters
  }

  // MARK: Statements

  package func statement(_ format: PageFormat?) -> [JSONValue] {
    // The page without one asks for it.
    let text: JSONValue = ["type": "string", "format": "sql"]
    var parameters: [JSONValue] = [
      [
        "name": "sql", "in": "query", "required": .boolean(format != .html),
        "description": "The query; a parameter :name takes the argument of the same name",
        "schema": format == .html ? text : ["type": "string", "format": "sql", "pattern": "\\S"],
        "example": "select 1 as one",
      ],
      argument("_size", size(context.options.maximumPageSize), "Maximum number of rows"),
    ]
    if format == .json { parameters += json(.query, nil) }
    return parameters
  }

  /// The arguments of a statement of the site's owner.
  package func query(_ query: StoredQuery) -> [JSONValue] {
    query.parameters.map { argument($0, ["type": "string"], "The value of the parameter :\($0)") }
      + [argument("_size", size(context.options.maximumPageSize), "Maximum number of rows")] + json(.query, nil)
  }

  // MARK: Parts

  package func argument(_ name: String, _ schema: JSONValue, _ remark: String) -> JSONValue {
    ["name": .text(name), "in": "query", "schema": schema, "description": .text(remark)]
  }

  package func list(_ name: String, _ items: JSONValue, _ remark: String, limit: Int? = nil) -> JSONValue {
    [
      "name": .text(name), "in": "query", "style": "form", "explode": true,
      "schema": limit.map { ["type": "array", "items": items, "maxItems": .integer(Int64($0))] }
        ?? ["type": "array", "items": items],
      "description": .text(remark),
    ]
  }

  package func flag(_ name: String, _ remark: String) -> JSONValue {
    argument(name, ["type": "string", "enum": ["on", "off", "true", "false", "1", "0"]], remark)
  }

  package func size(_ limit: Int, least: Int64 = 1) -> JSONValue {
    [
      "anyOf": [
        ["type": "integer", "minimum": .integer(least), "maximum": .integer(Int64(limit))],
        ["type": "string", "const": "max"],
      ]
    ]
  }

  package func columnSchema(_ columns: [RecordSchema.Column]) -> JSONValue {
    ["type": "string", "enum": JSONValue(columns.map(\.name))]
  }
}
