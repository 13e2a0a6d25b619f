package import SitePages
package import SiteTables
import TableArguments
import TableModel
import TableRendering
package import TextCoding

/// What OpenAPI says of a table built in code: its page as data, and where its rows do things, what that takes and what it answers.
package struct APIEvents {
  private let context: SiteContext
  package let entry: SiteMap.ControllerEntry

  package init(context: SiteContext, entry: SiteMap.ControllerEntry) { (self.context, self.entry) = (context, entry) }

  /// Its address, below the site's base.
  package var address: String { String(entry.address.dropFirst(context.map.base.count)) }

  /// The addresses of a table of cells alone.
  package var paths: [(key: String, value: JSONValue)] {
    let read: [(key: String, value: JSONValue)] = [
      (address + ".json", ["get": page]), (address + ".txt", ["get": text]),
      (address.below("/{key}.json"), ["get": row]),
    ]
    return read + pathsOfEvents
  }

  /// The addresses at which its rows do things.
  package var pathsOfEvents: [(key: String, value: JSONValue)] {
    guard entry.controller.isInteractive else { return [] }
    return [
      (address.below("/-/event"), ["post": event]), (address.below("/-/copy"), ["get": copy]),
      (address.below("/-/chosen"), ["get": chosen]),
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
        "Each cell has its id, version and possible events. next_url and previous_url are the other pages.",
      "parameters": [size, selected],
      "responses": .object(
        [("200", Self.response("A page of the table", ["Sections"]))]
          + failures([("400", "Invalid request"), ("404", "Not found")]) + [Self.tooLong]),
    ]
  }

  private var text: JSONValue {
    [
      "operationId": name("text"), "summary": .text("Sections and cells of \(entry.controller.title), for terminals"),
      "parameters": [size, selected],
      "responses": .object(
        [("200", Self.text("A page of the table"))]
          + [("400", "Invalid request"), ("404", "Not found")].map { (key: $0.0, value: Self.text($0.1)) }
          + [Self.tooLong]),
    ]
  }

  private var row: JSONValue {
    [
      "operationId": name("row"), "summary": .text("One row of \(entry.controller.title)"),
      "description": "A section with the row's cell, as the page of the table has it.",
      "parameters": [APIParameters(context: context).path("key"), selected],
      "responses": .object(
        [("200", Self.response("The row", ["Sections"]))]
          + failures([("400", "Invalid request"), ("404", "Not found")]) + [Self.tooLong]),
    ]
  }

  private var size: JSONValue {
    [
      "name": "_size", "in": "query", "description": "Cells per page",
      "schema": [
        "anyOf": [
          ["type": "integer", "minimum": 0, "maximum": .integer(Int64(context.options.maximumPageSize))],
          ["type": "string", "const": "max"],
        ]
      ],
    ]
  }

  private var copy: JSONValue {
    [
      "operationId": name("copy"), "summary": .text("Selected rows of \(entry.controller.title), for copying"),
      "description": "As TSV and as a table; a page unless JSON is preferred.",
      "parameters": [selected],
      "responses": .object(
        [
          (
            "200",
            Self.response("The rows that can be copied", ["RowCopy"], others: ["text/html"])
          )
        ] + failures([("400", "Invalid request")], others: ["text/html"]) + [Self.tooLong]),
    ]
  }

  private var chosen: JSONValue {
    let page: JSONValue = [
      "description": "The rows and the events possible for all of them",
      "content": ["text/html": ["schema": ["type": "string"]]],
    ]
    return [
      "operationId": name("chosen"),
      "summary": .text("Bulk edit form for rows of \(entry.controller.title)"),
      "parameters": [selected],
      "responses": .object(
        [("200", page)] + failures([("400", "Invalid request")], others: ["text/html"]) + [Self.tooLong]),
    ]
  }

  /// The argument that names the rows that are chosen.
  package var selected: JSONValue {
    [
      "name": "_selected", "in": "query", "style": "form", "explode": true,
      "schema": ["type": "array", "items": ["type": "string"]],
      "description": .text("Ids of the selected rows, at most \(EventArguments.selectionLimit)"),
    ]
  }

  // MARK: Events

  private var event: JSONValue {
    [
      "operationId": name("event"), "summary": .text("Performs an event on rows of \(entry.controller.title)"),
      "description": .text(remark),
      "parameters": [
        [
          "name": "If-Match", "in": "header", "required": false, "schema": ["type": "string"],
          "description": "The expected row version, in quotes, or *; 412 if it differs",
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
          ("200", Self.response("Result", ["EventAnswer", "PastePreview"], others: ["text/html"])),
          ("303", ["description": "Redirect of a form to the page with the result"]),
          (
            "400",
            Self.response("Invalid request", ["Error", "EventProblems", "PasteProblems"], others: ["text/html"])
          ),
          (
            "409",
            Self.response(
              "A handler rejected the event, the row or section has changed, or the table is full",
              ["EventRefusal", "EventConflict", "Error"], others: ["text/html"])
          ), ("412", Self.response("The version differs", ["EventConflict", "Error"], others: ["text/html"])),
        ]
          + failures(
            [
              ("401", "Invalid or expired token"), ("403", "No write permission"),
              ("404", "Row not found"), ("413", "The body is too large"),
              ("415", "Neither JSON nor a form"),
            ], others: ["text/html"])),
    ]
  }

  private var remark: String {
    let insertions = entry.controller.handlers.insertions.enumerated().map { kind, insertion in
      "kind \(kind), “\(insertion.title)”, with the fields \(insertion.fields.map(\.name).joined(separator: ", "))"
    }
    let kinds = insertions.isEmpty ? "" : " New rows: \(insertions.joined(separator: "; "))."
    return "Forms are answered by a page. All changes of a request are stored or none." + kinds
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

  private static func text(_ remark: String) -> JSONValue {
    ["description": .text(remark), "content": ["text/plain": ["schema": ["type": "string"]]]]
  }

  private func failures(
    _ failures: [(String, String)], others: [String] = []
  ) -> [(key: String, value: JSONValue)] {
    failures.map { (key: $0.0, value: Self.response($0.1, ["Error"], others: others)) }
  }
}
