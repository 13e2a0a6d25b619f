import TextCoding

/// What OpenAPI says of the addresses that take changes.
enum APIWrites {
  static func operation(_ action: WriteTarget.Action, _ route: Route, _ parameters: [JSONValue]) -> JSONValue {
    var operation: [(key: String, value: JSONValue)] = [
      ("operationId", .text(route.name)), ("summary", .text(route.summary)),
      ("description", "Needs the right to write. All rows of a call are written or none."),
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

  /// Where rows are pasted by hand.
  private static func pastePage(_ parameters: [JSONValue]) -> JSONValue {
    let page: JSONValue = ["text/html": ["schema": ["type": "string"]]]
    return [
      "operationId": "paste_html", "summary": "A page on which rows are pasted",
      "parameters": .list(parameters),
      "responses": [
        "200": ["description": "A form", "content": page],
        "default": [
          "description": "It may not be written, or isn't there", "content": either(APISchemas.reference("Error")),
        ],
      ],
    ]
  }

  /// The chosen rows, to be copied.
  static func copy(_ parameters: [JSONValue]) -> JSONValue {
    let selected: JSONValue = [
      "name": "_selected", "in": "query", "style": "form", "explode": true,
      "schema": [
        "type": "array", "items": ["type": "string"], "maxItems": .integer(Int64(EventArguments.selectionLimit)),
      ], "description": "The keys of the rows that are chosen, as paths hold them",
    ]
    return [
      "get": [
        "operationId": "copy", "summary": "The chosen rows of a table, to be copied",
        "description": "As text with tabs and as a table; a page unless JSON is preferred.",
        "parameters": .list(parameters + [selected]),
        "responses": [
          "200": [
            "description": "Those of the rows that there are", "content": either(APISchemas.reference("RowCopy")),
          ],
          "default": [
            "description": "The request makes no sense, or the table isn't there",
            "content": either(APISchemas.reference("Error")),
          ],
        ],
      ]
    ]
  }

  private static func either(_ schema: JSONValue) -> JSONValue {
    ["application/json": ["schema": schema], "text/html": ["schema": ["type": "string"]]]
  }

  /// What is answered once the change is stored.
  static let answer: JSONValue = [
    "type": "object", "required": ["ok"],
    "properties": [
      "ok": ["const": true], "rows": ["type": "array", "items": APISchemas.reference("Row")],
      "others": [
        "type": "array", "description": "Rows elsewhere that references took along",
        "items": [
          "type": "object", "required": ["table", "deleted", "changed"],
          "properties": [
            "table": ["type": "string"], "deleted": ["type": "integer"], "changed": ["type": "integer"],
          ],
        ],
      ],
      "undo": [
        "type": ["string", "null"],
        "description": "Where it was asked for: what takes the changes back, sent to /-/undo; null if nothing does",
      ],
      "row": APISchemas.reference("Row"), "versions": ["type": "array", "items": ["type": "string"]],
    ],
  ]

  private static let version: JSONValue = [
    "name": "If-Match", "in": "header", "required": false, "schema": ["type": "string"],
    "description": "The version that the row has to have, in quotes; 412 if it has another",
  ]

  private static let row: JSONValue = ["type": "object", "description": "Columns with their values"]
  private static let flag: JSONValue = ["type": "boolean"]

  private static func schema(_ action: WriteTarget.Action) -> JSONValue {
    let rows: JSONValue = ["type": "array", "items": row, "maxItems": .integer(Int64(JSONWriteResponder.rowLimit))]
    switch action {
    case .insert:
      return object(
        [("row", row), ("rows", rows), ("ignore", flag), ("replace", flag), ("return", flag), ("undo", flag)],
        rules: oneOrMore)
    case .upsert: return object([("row", row), ("rows", rows), ("return", flag), ("undo", flag)], rules: oneOrMore)
    case .update:
      return object([("update", row), ("return", flag), ("undo", flag), ("version", text)], required: ["update"])
    case .delete: return object([("undo", flag), ("version", text)])
    case .paste:
      let tab: JSONValue = [
        "type": "string", "description": "TSV or CSV; the first line may name columns",
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
      let token: JSONValue = ["type": "string", "description": "What an answer had as undo"]
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
    "type": "array", "items": reference, "minItems": 1, "maxItems": .integer(Int64(JSONWriteResponder.rowLimit)),
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
      ("400", "The body makes no sense, or breaks a constraint"), ("401", "The token is not known"),
      ("403", "This may not be written"), ("404", "There is no such thing"), ("413", "The body is too large"),
      ("415", "The body is of a type that isn't taken"), ("503", "Try again in a moment"),
    ]
    let written: JSONValue = [
      "description": "It is stored", "content": ["application/json": ["schema": APISchemas.reference("Written")]],
    ]
    var responses: [(key: String, value: JSONValue)] = [
      (action == .insert || action == .paste ? "201" : "200", written)
    ]
    if action == .paste {
      let preview: JSONValue = ["application/json": ["schema": APISchemas.reference("PastePreview")]]
      responses.insert(("200", ["description": "What would be stored", "content": preview]), at: 0)
    }
    responses += failures.map { ($0.0, ["description": .text($0.1), "content": error]) }
    if action == .paste, let place = responses.firstIndex(where: { $0.key == "400" }) {
      let schemas: JSONValue = [APISchemas.reference("Error"), APISchemas.reference("PasteProblems")]
      let content: JSONValue = ["application/json": ["schema": ["anyOf": schemas]]]
      responses[place].value = ["description": "What would be wrong with the rows", "content": content]
    }
    if action == .act || action == .move || action == .undo {
      let stale: JSONValue = ["application/json": ["schema": ["type": "object"]]]
      responses.append(("409", ["description": "The row is not what was seen", "content": stale]))
    }
    if action.isForOneRow {
      let stale: JSONValue = ["application/json": ["schema": ["type": "object"]]]
      for status in ["409", "412"] {
        responses.append((status, ["description": "The row is not what was seen", "content": stale]))
      }
    }
    return responses
  }
}
