import TableArguments
import TableEditing
import TextCoding

/// What is sent to tables built in code, and what they answer, as JSON Schema describes it (draft 2020-12).
enum APIEventSchemas {
  // MARK: What is sent

  static let event: JSONValue = [
    "description": "A change sends the row version, here or in If-Match",
    "anyOf": [
      command(
        ["select", "deselect", "accessory", "cancel"],
        "Selects or deselects a row, taps its accessory, cancels editing"),
      command(["delete", "insert"], "Deletes a row, or inserts one at its position"),
      command(["update"], "Updates the fields of a row", [("values", values)], required: ["values"]),
      command(
        ["move"], "Moves a row up, down, before or after another row, or to a position",
        targets),
      command(["action"], "Performs an action of a row", [("action", text)], required: ["action"]),
      sent(
        "Deletes rows or performs an action on them, all or none",
        [("event", ["enum": ["delete", "action"]]), ("action", text), ("rows", rows)], ["event", "rows"]),
      sent(
        "Updates the fields of rows, all or none",
        [("event", ["const": "update"]), ("values", values), ("rows", rows)], ["event", "values", "rows"]),
      sent(
        "Moves rows together, keeping their order, all or none",
        [("event", ["const": "move"]), ("rows", rows)] + targets, ["event", "rows"]),
      sent(
        "Performs an action of a header or footer",
        [("event", ["const": "action"]), ("action", text), ("view", view)], ["event", "action", "view"]),
      section("Renames a section, which its header names", "update", [("values", sectionTitle)], required: ["values"]),
      section("Inserts a section below another one", "insert", [("values", sectionTitle)], required: ["values"]),
      section(
        "Moves a section up, down or to a place", "move",
        [
          ("move", ["enum": ["up", "down"]]),
          ("to", ["type": "object", "required": ["section"], "properties": ["section": number]]),
        ]),
      section("Deletes a section with its rows, as many as expected", "delete", [("count", number)]),
      sent(
        "Inserts a row, at the end unless a position is given",
        [("event", ["const": "insert"]), ("values", values), ("kind", kind), ("at", position)], ["event"]),
      sent(
        "Inserts rows from a table of texts; only a preview unless confirmed",
        [("event", ["const": "paste"]), ("text", text), ("kind", kind), ("confirm", ["type": "boolean"])],
        ["event", "text"]),
      sent("Undoes a change", [("event", ["const": "undo"]), ("token", text)], ["event", "token"]),
    ],
  ]

  private static func command(
    _ events: [String], _ remark: String, _ members: [(key: String, value: JSONValue)] = [], required: [String] = []
  ) -> JSONValue {
    sent(
      remark, [("event", ["enum": JSONValue(events)]), ("row", id), ("version", version)] + members,
      ["event", "row"] + required)
  }

  private static func section(
    _ remark: String, _ event: String, _ members: [(key: String, value: JSONValue)], required: [String] = []
  ) -> JSONValue {
    sent(
      remark,
      [
        ("event", ["const": .text(event)]), ("view", ["type": "string", "pattern": "^header-[0-9]+$"]),
        ("version", version),
      ] + members, ["event", "view"] + required)
  }

  private static func sent(
    _ remark: String, _ members: [(key: String, value: JSONValue)], _ required: [String]
  ) -> JSONValue {
    [
      "type": "object", "description": .text(remark), "required": JSONValue(required),
      "properties": .object(members + [("selected", chosen)]),
    ]
  }

  private static var chosen: JSONValue {
    ["type": "array", "items": id, "maxItems": .integer(Int64(EventArguments.selectionLimit))]
  }
  private static var rows: JSONValue {
    [
      "type": "array", "minItems": 1, "maxItems": .integer(Int64(TableEvents.togetherLimit)),
      "items": ["type": "object", "required": ["row", "version"], "properties": ["row": id, "version": version]],
    ]
  }
  private static var targets: [(key: String, value: JSONValue)] {
    [("move", ["enum": ["up", "down"]]), ("before", id), ("after", id), ("to", position)]
  }
  private static var values: JSONValue {
    ["type": "object", "additionalProperties": ["type": ["string", "number", "boolean", "null"]]]
  }
  private static var sectionTitle: JSONValue {
    ["type": "object", "required": ["title"], "properties": ["title": text], "additionalProperties": false]
  }
  private static var position: JSONValue {
    ["type": "object", "required": ["section"], "properties": ["section": number, "row": number]]
  }
  private static var view: JSONValue { ["type": "string", "pattern": "^(header|footer)(-[0-9]+)?$"] }
  private static var kind: JSONValue { number }

  // MARK: What is answered

  /// A row as it is now.
  static let row = object([
    ("id", id), ("version", version), ("section", optionalNumber), ("row", optionalNumber), ("values", [:]),
  ])

  static let answer = object([("ok", ["const": true]), ("message", optionalText)] + outcome)
  static let refusal = object(failed + outcome)
  static let conflict = object(
    failed + [
      ("current", ["anyOf": [APISchemas.reference("EventRow"), ["type": "null"]]]),
      ("submitted", ["type": "object", "additionalProperties": text]),
    ])
  static let problems = object(failed + [("fields", ["type": "object", "additionalProperties": text])])

  static let preview = object([("ok", ["const": true]), ("preview", table)])
  static let pasteProblems = object(failed + [("preview", table)])
  static let copy = object([("ok", ["const": true]), ("text", text), ("html", text), ("rows", number)])

  private static var outcome: [(key: String, value: JSONValue)] {
    [
      ("selected", list(id)), ("destination", optionalText), ("rows", list(APISchemas.reference("EventRow"))),
      ("undo", optionalText),
    ]
  }
  private static var failed: [(key: String, value: JSONValue)] {
    [
      ("ok", ["const": false]), ("error", text), ("errors", list(text)),
      ("status", ["type": "integer", "minimum": 400, "maximum": 499]),
    ]
  }
  private static var table: JSONValue {
    object([
      ("columns", list(object([("title", text), ("field", optionalText), ("type", optionalText)]))),
      ("rows", list(list(text))), ("problems", list(object([("row", number), ("errors", list(text))]))),
    ])
  }

  // MARK: Parts

  private static var id: JSONValue { ["type": ["string", "integer"]] }
  private static var version: JSONValue { ["type": "string", "pattern": "^[0-9a-f]{16}$"] }
  private static var text: JSONValue { ["type": "string"] }
  private static var optionalText: JSONValue { ["type": ["string", "null"]] }
  private static var number: JSONValue { ["type": "integer", "minimum": 0] }
  private static var optionalNumber: JSONValue { ["type": ["integer", "null"]] }
  private static func list(_ items: JSONValue) -> JSONValue { ["type": "array", "items": items] }

  private static func object(_ members: [(key: String, value: JSONValue)]) -> JSONValue {
    [
      "type": "object", "required": JSONValue(members.map(\.key)), "properties": .object(members),
      "additionalProperties": false,
    ]
  }
}
