import TableArguments
package import TextCoding

/// The answers, as JSON Schema describes them (draft 2020-12, which OpenAPI 3.1 takes).
package enum APISchemas {
  /// Every schema by its name.
  package static var all: JSONValue {
    [
      "Error": error, "Value": value, "Row": row, "Rows": rows, "RowsByKey": byKey, "Sections": sections,
      "TableAnswer": [
        "anyOf": [reference("Rows"), reference("Sections"), ["type": "array"], reference("RowsByKey")]
      ],
      "RowAnswer": ["anyOf": [reference("RowRows"), ["type": "array"], reference("RowsByKey")]],
      "QueryAnswer": ["anyOf": [reference("Result"), ["type": "array"]]], "Result": result, "RowRows": oneRow,
      "Facets": facets,
      "FacetsAnswer": answer(["facet_results": reference("Facets"), "suggested_facets": ["type": "array"]]),
      "GroupsAnswer": ["anyOf": [groups, ["type": "array"]]], "Suggestions": suggestions, "SearchAnswer": search,
      "Count": rowCount,
      "Table": table, "Database": database, "Site": site,
      "Written": written, "Versions": versions, "Settings": settings,
      "Metadata": metadata, "Databases": databases, "OpenAPI": openAPI,
      "Configuration": answer(["databases": ["type": "object"]]),
      "Actor": answer(["actor": ["type": ["object", "null"], "required": ["id"]]]), "Plugins": list(["type": "object"]),
      "Queries": answer(["queries": list(["type": "object", "required": ["database", "name", "path", "sql"]])]),
      "Schema": schema, "EventRow": APIEventSchemas.row,
      "Event": APIEventSchemas.event,
      "EventAnswer": APIEventSchemas.answer, "EventRefusal": APIEventSchemas.refusal,
      "EventConflict": APIEventSchemas.conflict, "EventProblems": APIEventSchemas.problems,
      "PastePreview": APIEventSchemas.preview, "PasteProblems": APIEventSchemas.pasteProblems,
      "RowCopy": APIEventSchemas.copy,
    ]
  }

  /// What stands for a schema elsewhere.
  package static func reference(_ name: String) -> JSONValue { ["$ref": .text("#/components/schemas/" + name)] }

  // MARK: Changes

  /// What is answered once the change is stored.
  private static let written: JSONValue = [
    "type": "object", "required": ["ok"],
    "properties": [
      "ok": ["const": true], "rows": ["type": "array", "items": reference("Row")],
      "others": [
        "type": "array", "description": "Rows of other tables changed by cascades",
        "items": [
          "type": "object", "required": ["table", "deleted", "changed"],
          "properties": [
            "table": ["type": "string"], "deleted": ["type": "integer"], "changed": ["type": "integer"],
          ],
        ],
      ],
      "undo": [
        "type": ["string", "null"],
        "description": "If requested: the undo token for /-/undo; null if the change can't be undone",
      ],
      "versions": ["type": "array", "items": ["type": "string"]],
    ],
  ]

  // MARK: Rows

  private static let error = object(
    [
      ("ok", ["const": false]), ("error", text), ("errors", list(text)),
      ("status", ["type": "integer", "minimum": 400, "maximum": 599]), ("rows", ["type": "array", "maxItems": 0]),
      ("truncated", ["const": false]),
    ], required: ["ok", "error", "errors", "status"], isClosed: true)

  private static let value: JSONValue = [
    "description":
      "A stored value; bytes in base64; with _labels a foreign key with its label; with _json any JSON",
    "anyOf": [
      ["type": ["null", "string", "number", "boolean"]],
      [
        "type": "object", "required": ["$base64", "encoded"],
        "properties": ["$base64": ["const": true], "encoded": ["type": "string", "contentEncoding": "base64"]],
      ],
      ["type": "object", "required": ["value", "label"]], ["type": ["object", "array"]],
    ],
  ]

  private static let row: JSONValue = ["type": "object", "additionalProperties": reference("Value")]
  private static let byKey: JSONValue = ["type": "object", "additionalProperties": reference("Row")]
  private static let rowList: JSONValue = list(
    ["anyOf": [reference("Row"), list(reference("Value"))]])

  private static let rows: JSONValue = .object(
    answerMembers(
      [
        ("next", optionalText), ("next_url", optionalText), ("previous", optionalText), ("previous_url", optionalText),
        ("rows", rowList), ("truncated", ["type": "boolean"]),
      ], optional: extras))

  /// The result of a query, which has no pages.
  private static let result: JSONValue = .object(
    answerMembers([("rows", rowList), ("truncated", ["type": "boolean"])], optional: extras))

  private static let groups: JSONValue = .object(
    answerMembers(
      [
        ("next", optionalText), ("next_url", optionalText), ("previous", optionalText), ("previous_url", optionalText),
        ("rows", rowList), ("truncated", ["type": "boolean"]), ("group_count", ["type": "integer", "minimum": 0]),
        ("total", ["type": "object"]),
      ], optional: [loading]))

  /// Whether rows are still being loaded, so that these are a part; missing otherwise.
  private static let loading: (key: String, value: JSONValue) = ("loading", ["const": true])

  /// Rows by what is typed of their names.
  private static let suggestions = answer([
    "rows": list([
      "type": "object", "required": ["pks"], "additionalProperties": false,
      "properties": ["pks": reference("Row"), "label": text],
    ])
  ])

  private static let oneRow: JSONValue = .object(
    answerMembers([("rows", rowList), ("truncated", ["type": "boolean"])], optional: extras))

  private static let sections: JSONValue = answer([
    "title": text, "style": ["enum": ["plain", "grouped", "grid"]], "sections": list(["type": "object"]),
    "next": optionalText, "next_url": optionalText, "previous": optionalText, "previous_url": optionalText,
  ])

  /// What `_extra` adds, and facets that were asked for.
  private static let extras: [(key: String, value: JSONValue)] = [
    loading, ("count", optionalCount), ("count_truncated", ["type": "boolean"]), ("count_sql", optionalText),
    ("columns", list(text)), ("all_columns", list(text)), ("primary_keys", list(text)),
    ("column_details", ["type": "object"]), ("display_columns", list(["type": "object"])),
    ("column_types", ["type": "object"]), ("expandable_columns", ["type": "array"]),
    ("facet_results", reference("Facets")), ("sorted_facet_results", ["type": "array"]),
    ("facets_timed_out", list(text)), ("suggested_facets", ["type": "array"]), ("search_index", optionalText),
    ("foreign_key_tables", list(["type": "object", "required": ["other_table", "count", "link"]])),
    ("human_description_en", text), ("query", ["type": "object", "required": ["sql", "params"]]),
    ("request", ["type": "object", "required": ["url", "path", "full_path", "host", "args"]]), ("database", text),
    ("table", text), ("is_view", ["type": "boolean"]), ("private", ["type": "boolean"]),
    ("metadata", ["type": "object"]), ("table_definition", optionalText), ("view_definition", optionalText),
    ("render_cell", list(["type": "object", "additionalProperties": text])),
    ("renderers", ["type": "object", "additionalProperties": text]),
    ("form_hidden_args", list(["type": "array", "items": text, "minItems": 2, "maxItems": 2])),
    ("extras", list(["type": "object", "required": ["name", "description", "toggle_url", "selected"]])),
    ("levels", ["type": ["array", "null"], "items": ["type": "integer", "minimum": 0]]), ("version", text),
    ("debug", ["type": "object"]), ("database_color", text), ("set_column_type_ui", ["type": "null"]),
    ("custom_table_templates", ["type": "array"]), ("primary_key_values", list(text)),
  ]

  private static let facets = object(
    [("results", ["type": "object"]), ("timed_out", list(text))], isClosed: false)

  // MARK: Sites

  private static let table = object(
    [
      ("name", text), ("path", text), ("columns", list(text)), ("primary_keys", list(text)), ("count", optionalCount),
      ("count_truncated", ["type": "boolean"]), ("hidden", ["type": "boolean"]), ("foreign_keys", ["type": "object"]),
      ("search_index", text), ("fts_table", optionalText), ("private", ["type": "boolean"]),
    ], required: ["name", "path", "columns", "primary_keys", "hidden", "count", "fts_table", "private"])

  /// On the home page, one that can't be read has its error and no tables.
  private static let database = object(
    [
      ("ok", ["type": "boolean"]), ("database", text), ("path", text), ("kind", text), ("error", text),
      ("tables", list(reference("Table"))), ("views", list(reference("Table"))),
      (
        "queries",
        list(
          object([
            ("name", text), ("path", text), ("sql", text), ("params", list(text)), ("hide_sql", ["type": "boolean"]),
          ]))
      ), ("hidden_count", count), ("name", text), ("color", text), ("database_color", text), ("hash", optionalText),
      ("private", ["type": "boolean"]), ("size", optionalCount), ("queries_more", ["type": "boolean"]),
      ("queries_count", count), ("allow_execute_sql", ["type": "boolean"]), ("table_columns", ["type": "object"]),
      ("tables_and_views_truncated", list(reference("Table"))), ("tables_and_views_more", ["type": "boolean"]),
      ("tables_count", count), ("views_count", count), ("table_rows_sum", count),
      ("show_table_row_counts", ["type": "boolean"]), ("hidden_table_rows_sum", count), ("hidden_tables_count", count),
      ("metadata", ["type": "object"]),
    ],
    required: [
      "ok", "database", "name", "path", "kind", "tables", "views", "queries", "hidden_count", "private", "size",
      "queries_count", "allow_execute_sql", "tables_count", "views_count", "table_rows_sum", "hidden_tables_count",
    ])

  private static let site = answer([
    "databases": list(reference("Database")),
    "tables": list(object([("title", text), ("path", text), ("summary", optionalText)], required: ["title", "path"])),
    "metadata": ["type": "object"],
  ])

  private static let rowCount = object(
    [
      ("ok", ["const": true]), ("database", text), ("table", text), ("count", optionalCount),
      ("count_truncated", ["type": "boolean"]), loading,
    ], required: ["ok", "database", "table", "count_truncated"], isClosed: true)

  private static let search: JSONValue = answer([
    "query": text,
    "tables": list(
      object([
        ("database", text), ("table", text), ("path", text), ("url", text), ("indexed", ["type": "boolean"]),
        ("rows", list(["type": "object", "required": ["matches"]])), ("truncated", ["type": "boolean"]),
      ])), "unsearched": list(object([("database", text), ("table", text), ("path", text)])),
    "unreadable": list(object([("database", text), ("path", text), ("error", text)])),
  ])

  private static let versions: JSONValue = [
    "type": "object", "required": ["tablepages", "libmicrohttpd"],
    "properties": ["ok": ["const": true]],
    "additionalProperties": ["type": "object", "required": ["version"], "properties": ["version": text]],
  ]

  private static let settings = object([
    ("default_page_size", count), ("max_returned_rows", count), ("default_facet_size", count),
    ("sql_time_limit_ms", optionalCount), ("default_allow_sql", ["type": "boolean"]), ("base_url", text),
    ("cors", ["type": "boolean"]),
  ])

  private static let metadata = object([("title", text), ("databases", ["type": "object"])])

  private static let replica = object(
    [("is_read", ["type": "boolean"]), ("delay_seconds", ["type": ["number", "null"]]), ("problem", text)],
    required: ["is_read", "delay_seconds"])

  private static let databases = answer([
    "databases": list(
      object(
        [
          ("name", text), ("route", text), ("path", text), ("kind", text), ("engine", optionalText), ("tables", count),
          ("views", count), ("hidden", count), ("error", text), ("size", optionalCount),
          ("is_mutable", ["type": "boolean"]), ("is_memory", ["type": "boolean"]), ("hash", optionalText),
          ("loading", ["type": "boolean"]), ("replica", replica),
        ], required: ["name", "route", "path", "kind", "engine", "is_mutable"]))
  ])

  /// That of all databases is a list.
  private static let schema: JSONValue = [
    "anyOf": [
      answer(["database": text, "schema": text]),
      answer(["schemas": list(object([("database", text), ("schema", text)]))]),
    ]
  ]

  private static let openAPI = object([
    ("openapi", ["type": "string", "const": "3.1.0"]), ("info", ["type": "object"]), ("paths", ["type": "object"]),
  ])

  // MARK: Parts

  private static var text: JSONValue { ["type": "string"] }
  private static var optionalText: JSONValue { ["type": ["string", "null"]] }
  private static var count: JSONValue { ["type": "integer", "minimum": 0] }
  private static var optionalCount: JSONValue { ["type": ["integer", "null"], "minimum": 0] }
  private static func list(_ items: JSONValue) -> JSONValue { ["type": "array", "items": items] }

  private static func object(
    _ members: [(key: String, value: JSONValue)], required: [String]? = nil, isClosed: Bool = false
  ) -> JSONValue {
    var tree: [(key: String, value: JSONValue)] = [
      ("type", "object"), ("required", JSONValue(required ?? members.map(\.key))), ("properties", .object(members)),
    ]
    if isClosed { tree.append(("additionalProperties", false)) }
    return .object(tree)
  }

  private static func answerMembers(
    _ members: [(key: String, value: JSONValue)], optional: [(key: String, value: JSONValue)]
  ) -> [(key: String, value: JSONValue)] {
    [
      ("type", "object"), ("required", JSONValue(["ok"] + members.map(\.key))),
      ("properties", .object([("ok", ["const": true])] + members + optional)), ("additionalProperties", false),
    ]
  }

  private static func answer(_ members: JSONValue) -> JSONValue {
    guard case .object(let members) = members else { return members }
    return object([("ok", ["const": true])] + members)
  }
}
