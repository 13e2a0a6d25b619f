import TableModel

extension TableCommand {
  /// What the fields of a form, or of JSON, ask for.
  /// - Throws: `PageFailure` 400 if they ask for nothing that there is.
  init(_ form: EventForm) throws {
    let event = form.event
    func row() throws -> RowKey {
      guard let row = form["row"], !row.isEmpty else { throw Self.failure("row is missing: the id of a row") }
      return try Self.key(row)
    }
    let kind = try Self.number(form["kind"], "kind") ?? 0
    if let rows = try Self.rows(form) {
      switch event {
      case "delete": self = .deleteAll(rows)
      case "action": self = .performAll(form["action"] ?? "", rows)
      case "update": self = .updateAll(form.sharedValues, rows)
      case "move": self = .moveAll(rows, try Self.target(form))
      default: throw Self.failure("Several rows can be updated, moved, deleted, or have an action performed on them")
      }
      return
    }
    switch event {
    case "select": self = .select(try row())
    case "deselect": self = .deselect(try row())
    case "accessory": self = .accessory(try row())
    case "delete": self = .commit(.delete, try row())
    case "update": self = .update(try row(), form.values)
    case "cancel": self = .cancel(try row())
    case "insert":
      if form["row"] != nil {
        self = .commit(.insert, try row())
      } else {
        self = .insert(form.values, kind: kind, at: try Self.position(form, "at"))
      }
    case "move": self = .move(try row(), try Self.target(form))
    case "action":
      let name = form["action"] ?? ""
      if let view = form["view"] {
        guard let place = SupplementaryPlace(view) else {
          throw Self.failure("view must be such as header or footer-2")
        }
        self = .viewAction(name, place)
      } else {
        self = .action(name, try row())
      }
    default:
      throw Self.failure(
        "event must be select, deselect, accessory, delete, insert, update, cancel, move, action, paste or undo")
    }
  }

  /// Whether it changes its one row, so that it must name the version that its visitor saw.
  var namesVersion: Bool {
    switch self {
    case .commit, .update, .move, .action: true
    default: false
    }
  }

  /// Whether its row is gone afterwards, so that nobody is led back to it.
  var takesRowsAway: Bool {
    switch self {
    case .commit(.delete, _), .deleteAll: true
    default: false
    }
  }

  /// The rows of a form that names several, each with its version; `nil` if it names none.
  private static func rows(_ form: EventForm) throws -> [ChosenRow]? {
    let ids = form.all("rows.row"), versions = form.all("rows.version")
    guard !ids.isEmpty || !versions.isEmpty else { return nil }
    guard ids.count == versions.count else {
      throw failure("rows must each have a row and its version")
    }
    return try zip(ids, versions).map { id, version in
      guard let version = RowVersion(version) else {
        throw failure("version must be the 16 digits that a row has there")
      }
      return ChosenRow(try key(id), version: version)
    }
  }

  private static func key(_ text: String) throws -> RowKey {
    guard let key = RowKey(encoded: text) else { throw failure("“\(text)” is no id of a row") }
    return key
  }

  private static func target(_ form: EventForm) throws -> MoveTarget {
    switch form["move"] {
    case "up": return .up
    case "down": return .down
    default: break
    }
    if let id = form["before"] { return .before(try key(id)) }
    if let id = form["after"] { return .after(try key(id)) }
    if let position = try position(form, "to") { return .position(position) }
    throw failure("move must be up or down, or there must be before, after, or to with section and row")
  }

  private static func position(_ form: EventForm, _ name: String) throws -> CellPosition? {
    guard let section = try number(form[name + ".section"], name + ".section") else { return nil }
    return CellPosition(section: section, row: try number(form[name + ".row"], name + ".row") ?? Int.max)
  }

  static func number(_ text: String?, _ name: String) throws -> Int? {
    guard let text, !text.isEmpty else { return nil }
    guard let number = Int(text), number >= 0 else { throw failure("\(name) must be a number from 0 on") }
    return number
  }

  private static func failure(_ message: String) -> PageFailure {
    PageFailure(status: 400, messages: [message], heading: "This can't be done")
  }
}
