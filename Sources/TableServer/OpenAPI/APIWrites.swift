import RequestBodies
import SiteDescriptions
import TableArguments
import TextCoding

/// What OpenAPI says of the addresses that take changes.
enum APIWrites {
  static func operation(_ action: WriteTarget.Action, _ route: Route, _ parameters: [JSONValue]) -> JSONValue {
    var operation: [(key: String, value: JSONValue)] = [
      ("operationId", .text(route.name)), ("summary", .text(route.summary)),
      ("description", "Requires write permission. All rows of a request are stored or none."),
      ("parameters", .list(action.isForOneRow ? parameters + [version] : parameters)),
      ("responses", .object(responses(action))),
    ]
    let body: JSONValue = [
      "required": .boolean(action != .delete), "content": ["application/json": ["schema": schema(action)]],
    ]
    operation.append(("requestBody", body))
    guard action == .paste else { return ["post": .object(operation)] }
    return ["get": pastePage(parameters), "post": .object(operation)]
  }

  /// What changes tables themselves, or what is said of them.
  /// - Parameter remark: who may do it.
  static func schemaOperation(
    _ route: Route, _ parameters: [JSONValue], _ body: JSONValue, _ remark: String?
  ) -> JSONValue {
    let answer: JSONValue = [
      "description": .text(route.summary), "content": ["application/json": ["schema": ["type": "object"]]],
    ]
    let error: JSONValue = [
      "description": "Nothing was changed", "content": ["application/json": ["schema": APISchemas.reference("Error")]],
    ]
    return [
      "post": [
        "operationId": .text(route.name), "summary": .text(route.summary),
        "description": .text(remark ?? "Requires permission to administer."), "parameters": .list(parameters),
        "requestBody": ["required": true, "content": ["application/json": ["schema": body]]],
        "responses": ["200": answer, "201": answer, "default": error],
      ]
    ]
  }

  static let creation = object(
    [
      ("table", ["type": "string", "minLength": 1]), ("row", row), ("rows", ["type": "array", "items": row]),
      ("pk", ["type": "string"]),
      ("pks", ["type": "array", "items": ["type": "string"]]), ("ignore", flag), ("replace", flag), ("alter", flag),
      (
        "columns",
        [
          "type": "array",
          "items": object(
            [
              ("name", ["type": "string", "minLength": 1]), ("type", ["enum": ["text", "integer", "float", "blob"]]),
              ("not_null", flag),
              ("default", ["type": ["string", "number", "boolean", "null"]]),
              ("fk_table", ["type": ["string", "null"]]),
              ("fk_column", ["type": ["string", "null"]]),
            ], required: ["name"]),
        ]
      ),
    ], required: ["table"])

  /// A query that is saved; what is missing stays as it is where one is changed.
  static let savedQuery = object([
    ("name", ["type": "string", "maxLength": 100]), ("description", ["type": "string"]), ("sql", ["type": "string"]),
    ("shared", flag), ("version", ["type": "integer", "description": "The version that was seen; 409 if it differs"]),
  ])

  static let savedQueryVersion = object([("version", ["type": "integer"])])
  static let nothing = object([])

  static let removal = object([("confirm", flag)])

  /// Where rows are pasted by hand.
  private static func pastePage(_ parameters: [JSONValue]) -> JSONValue {
    let page: JSONValue = ["text/html": ["schema": ["type": "string"]]]
    return [
      "operationId": "paste_html", "summary": "Page for pasting rows",
      "parameters": .list(parameters),
      "responses": [
        "200": ["description": "A form", "content": page],
        "default": [
          "description": "No write permission, or not found", "content": either(APISchemas.reference("Error")),
        ],
      ],
    ]
  }

  /// The chosen rows, to be copied.
  static func copy(_ parameters: [JSONValue]) -> JSONValue {
    let selected: JSONValue = [
      "name": "_selected", "in": "query", "style": "form", "explode": true,
      "schema": [
        "type": "array", "items": ["type": "string"],
        "maxItems": .integer(Int64(EventArguments.selectionLimit)),
      ], "description": "Keys of the selected rows, encoded as in paths",
    ]
    return [
      "get": [
        "operationId": "copy", "summary": "Selected rows of a table, for copying",
        "description": "As TSV and as a table; a page unless JSON is preferred.",
        "parameters": .list(parameters + [selected]),
        "responses": [
          "200": [
            "description": "The rows that exist", "content": either(APISchemas.reference("RowCopy")),
          ],
          "default": [
            "description": "Invalid request, or table not found",
            "content": either(APISchemas.reference("Error")),
          ],
        ],
      ]
    ]
  }

  private static func either(_ schema: JSONValue) -> JSONValue {
    ["application/json": ["schema": schema], "text/html": ["schema": ["type": "string"]]]
  }

  private static let version: JSONValue = [
    "name": "If-Match", "in": "header", "required": false, "schema": ["type": "string"],
    "description": "The expected row version, in quotes; 412 if it differs",
  ]

  private static let row: JSONValue = ["type": "object", "description": "Values by column"]
  private static let flag: JSONValue = ["type": "boolean"]

  private static func schema(_ action: WriteTarget.Action) -> JSONValue {
    let rows: JSONValue = ["type": "array", "items": row, "maxItems": .integer(Int64(JSONBody.rowLimit))]
    switch action {
    case .insert:
      return object(
        [
          ("row", row), ("rows", rows), ("ignore", flag), ("replace", flag), ("alter", flag), ("return", flag),
          ("undo", flag),
        ],
        rules: oneOrMore)
    case .upsert:
      return object(
        [("row", row), ("rows", rows), ("alter", flag), ("return", flag), ("undo", flag)], rules: oneOrMore)
    case .update:
      return object(
        [("update", row), ("alter", flag), ("return", flag), ("undo", flag), ("version", text)], required: ["update"])
    case .delete: return object([("undo", flag), ("version", text)])
    case .paste:
      let tab: JSONValue = [
        "type": "string", "description": "TSV or CSV; the first line can be a header",
      ]
      return object([("text", tab), ("confirm", flag), ("undo", flag)], required: ["text"])
    case .act:
      return object(
        [("action", ["type": "string"]), ("rows", references), ("return", flag), ("undo", flag)],
        required: ["action", "rows"])
    case .move:
      return object(
        [
          ("row", reference), ("before", key), ("after", key), ("to", ["enum": ["up", "down"]]), ("version", text),
          ("return", flag), ("undo", flag),
        ], required: ["row"],
        rules: [("oneOf", .list(["before", "after", "to"].map { ["required": [.text($0)]] }))])
    case .undo:
      let token: JSONValue = ["type": "string", "description": "The undo token of a response"]
      return object([("undo", token), ("return", flag)], required: ["undo"])
    case .change: return object([])
    }
  }

  private static let text: JSONValue = ["type": "string", "pattern": "^[0-9a-f]{16}$"]

  /// A row by its key as paths hold it, alone or with the version that it has to have.
  private static let key: JSONValue = ["type": ["string", "integer"]]
  private static let reference: JSONValue = [
    "oneOf": [key, object([("key", key), ("version", text)], required: ["key"])]
  ]
  private static let references: JSONValue = [
    "type": "array", "items": reference, "minItems": 1, "maxItems": .integer(Int64(JSONBody.rowLimit)),
  ]

  /// Either a row or a list of them.
  private static let oneOrMore: [(key: String, value: JSONValue)] = [
    ("oneOf", [["required": ["row"]], ["required": ["rows"]]])
  ]

  private static func object(
    _ members: [(key: String, value: JSONValue)], required: [String] = [], rules: [(key: String, value: JSONValue)] = []
  ) -> JSONValue {
    let all: [(key: String, value: JSONValue)] = [
      ("type", "object"), ("properties", .object(members)), ("required", JSONValue(required)),
      ("additionalProperties", false),
    ]
    return .object(all + rules)
  }

  private static func responses(_ action: WriteTarget.Action) -> [(key: String, value: JSONValue)] {
    let error: JSONValue = ["application/json": ["schema": APISchemas.reference("Error")]]
    let failures = [
      ("400", "Invalid body, or a violated constraint"), ("401", "Invalid or expired token"),
      ("403", "No write permission"), ("404", "Not found"), ("413", "The body is too large"),
      ("415", "Unsupported content type"), ("503", "Try again in a moment"),
    ]
    let written: JSONValue = [
      "description": "Stored", "content": ["application/json": ["schema": APISchemas.reference("Written")]],
    ]
    var responses: [(key: String, value: JSONValue)] = [
      (action == .insert || action == .paste ? "201" : "200", written)
    ]
    if action == .paste {
      let preview: JSONValue = ["application/json": ["schema": APISchemas.reference("PastePreview")]]
      responses.insert(("200", ["description": "Preview", "content": preview]), at: 0)
    }
    responses += failures.map { ($0.0, ["description": .text($0.1), "content": error]) }
    if action == .paste, let place = responses.firstIndex(where: { $0.key == "400" }) {
      let schemas: JSONValue = [APISchemas.reference("Error"), APISchemas.reference("PasteProblems")]
      let content: JSONValue = ["application/json": ["schema": ["anyOf": schemas]]]
      responses[place].value = ["description": "Problems of the rows", "content": content]
    }
    if action == .act || action == .move || action == .undo {
      let stale: JSONValue = ["application/json": ["schema": ["type": "object"]]]
      responses.append(("409", ["description": "The row has changed", "content": stale]))
    }
    if action.isForOneRow {
      let stale: JSONValue = ["application/json": ["schema": ["type": "object"]]]
      for status in ["409", "412"] {
        responses.append((status, ["description": "The row has changed", "content": stale]))
      }
    }
    return responses
  }
}
