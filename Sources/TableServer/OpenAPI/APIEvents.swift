import TableModel
import TableRendering
internal import TextCoding

/// What OpenAPI says of a table built in code: its page as data, and where its rows do things, what that takes and what it answers.
struct APIEvents {
  let context: SiteContext
  let entry: SiteMap.ControllerEntry

  /// Its address, below the site's base.
  var address: String { String(entry.address.dropFirst(context.map.base.count)) }

  /// The addresses of a table of cells alone.
  var paths: [(key: String, value: JSONValue)] { [(address + ".json", ["get": page])] + pathsOfEvents }

  /// The addresses at which its rows do things.
  var pathsOfEvents: [(key: String, value: JSONValue)] {
    guard entry.controller.isInteractive else { return [] }
    return [
      (address + "/-/event", ["post": event]), (address + "/-/copy", ["get": copy]),
      (address + "/-/chosen", ["get": chosen]),
    ]
  }

  /// Dots stand in no name of a database or table, so that no other operation is called so.
  private func name(_ operation: String) -> JSONValue {
    .text((entry.segments.map { TildeEncoding.encode($0) } + [operation]).joined(separator: "."))
  }

  // MARK: Reading

  private var page: JSONValue {
    [
      "operationId": name("page"), "summary": .text("Sections and cells of \(entry.controller.title)"),
      "description":
        "Each cell tells its id, its version and what can be done with it. next_url and previous_url lead to the other pages.",
      "parameters": [
        [
          "name": "_size", "in": "query", "description": "Cells of a page",
          "schema": [
            "anyOf": [
              ["type": "integer", "minimum": 1, "maximum": .integer(Int64(context.options.maximumPageSize))],
              ["type": "string", "const": "max"],
            ]
          ],
        ], selected,
      ],
      "responses": .object(
        [("200", Self.response("A page of the table", ["Sections"]))]
          + failures([("400", "The request makes no sense"), ("404", "There is no such thing")]) + [Self.tooLong]),
    ]
  }

  private var copy: JSONValue {
    [
      "operationId": name("copy"), "summary": .text("The chosen rows of \(entry.controller.title), to be copied"),
      "description": "As text with tabs and as a table; a page unless JSON is preferred.",
      "parameters": [selected],
      "responses": .object(
        [
          (
            "200",
            Self.response("The rows that may be copied", ["RowCopy"], others: ["text/html"])
          )
        ] + failures([("400", "The request makes no sense")], others: ["text/html"]) + [Self.tooLong]),
    ]
  }

  private var chosen: JSONValue {
    let page: JSONValue = [
      "description": "The rows, with what can be done with all of them",
      "content": ["text/html": ["schema": ["type": "string"]]],
    ]
    return [
      "operationId": name("chosen"),
      "summary": .text("A page that asks what is to be done with rows of \(entry.controller.title)"),
      "parameters": [selected],
      "responses": .object(
        [("200", page)] + failures([("400", "The request makes no sense")], others: ["text/html"]) + [Self.tooLong]),
    ]
  }

  /// The argument that names the rows that are chosen.
  var selected: JSONValue {
    [
      "name": "_selected", "in": "query", "style": "form", "explode": true,
      "schema": ["type": "array", "items": ["type": "string"]],
      "description": .text("The ids of the rows that are chosen, \(EventArguments.selectionLimit) at most"),
    ]
  }

  // MARK: Events

  private var event: JSONValue {
    [
      "operationId": name("event"), "summary": .text("Something that is done to rows of \(entry.controller.title)"),
      "description": .text(remark),
      "parameters": [
        [
          "name": "If-Match", "in": "header", "required": false, "schema": ["type": "string"],
          "description": "The version that the row has to have, in quotes, or *; 412 if it has another",
        ]
      ],
      "requestBody": [
        "required": true,
        "content": [
          "application/json": ["schema": APISchemas.reference("Event")],
          "application/x-www-form-urlencoded": ["schema": ["type": "object"]],
          "multipart/form-data": ["schema": ["type": "object"]],
        ],
      ],
      "responses": .object(
        [
          ("200", Self.response("What became of it", ["EventAnswer", "PastePreview"], others: ["text/html"])),
          ("303", ["description": "A form leads to the page that says what became of it"]),
          (
            "400",
            Self.response("It makes no sense", ["Error", "EventProblems", "PasteProblems"], others: ["text/html"])
          ),
          (
            "409",
            Self.response(
              "A handler refused, somebody else was quicker, or there is no room for more rows",
              ["EventRefusal", "EventConflict", "Error"], others: ["text/html"])
          ), ("412", Self.response("The row has another version", ["EventConflict"], others: ["text/html"])),
        ]
          + failures(
            [
              ("401", "The token is not known"), ("403", "The visitor may not change the table"),
              ("404", "There is no such row"), ("413", "The body is too large"),
              ("415", "It is neither JSON nor a form"),
            ], others: ["text/html"])),
    ]
  }

  private var remark: String {
    let insertions = entry.controller.handlers.insertions.enumerated().map { kind, insertion in
      "kind \(kind), “\(insertion.title)”, with the fields \(insertion.fields.map(\.name).joined(separator: ", "))"
    }
    let kinds = insertions.isEmpty ? "" : " New rows: \(insertions.joined(separator: "; "))."
    return "What is sent as a form is answered by a page. Changes are made as a whole or not at all." + kinds
  }

  // MARK: Parts

  /// What the chosen rows can make of an address.
  private static let tooLong: (key: String, value: JSONValue) = ("414", ["description": "The address is too long"])

  private static func response(_ remark: String, _ schemas: [String], others: [String] = []) -> JSONValue {
    let references = schemas.map { APISchemas.reference($0) }
    let schema: JSONValue =
      if let only = references.first, references.count == 1 { only } else { ["anyOf": .list(references)] }
    let content =
      [("application/json", ["schema": schema] as JSONValue)]
      + others.map { ($0, ["schema": ["type": "string"]] as JSONValue) }
    return ["description": .text(remark), "content": .object(content.map { (key: $0.0, value: $0.1) })]
  }

  private func failures(
    _ failures: [(String, String)], others: [String] = []
  ) -> [(key: String, value: JSONValue)] {
    failures.map { (key: $0.0, value: Self.response($0.1, ["Error"], others: others)) }
  }
}
