package import SitePages
package import TableEditing
package import TableModel

extension Command {
  /// What an event asks for.
  /// - Parameter version: what the visitor saw of the row, where it is about one.
  /// - Throws: `HTTPProblem` 400 if it asks for nothing that there is.
  package init(event form: FormBody, version: RowVersion?, selected: [RowKey]) throws {
    let several = try Self.rows(form)
    let deed = try Deed(section: form, version: version) ?? Deed(form)
    if several != nil {
      switch deed {
      case .delete, .action, .update, .move: break
      default: throw Self.failure("Several rows can be updated, moved, deleted, or have an action performed on them")
      }
    }
    func row() throws -> ChosenRow {
      guard let row = form["row"], !row.isEmpty else { throw Self.failure("row is missing: the id of a row") }
      return ChosenRow(try Self.key(row), version: version)
    }
    if let several {
      self.init(deed, together: several, selected: selected)
    } else {
      self.init(deed, deed.isAboutRows ? try row() : nil, selected: selected)
    }
  }

  /// The rows of a form that names several, each with its version; `nil` if it names none.
  private static func rows(_ form: FormBody) throws -> [ChosenRow]? {
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

  fileprivate static func key(_ text: String) throws -> RowKey {
    guard let key = RowKey(encoded: text) else { throw failure("“\(text)” is no id of a row") }
    return key
  }

  fileprivate static func target(_ form: FormBody) throws -> MoveTarget {
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

  fileprivate static func position(_ form: FormBody, _ name: String) throws -> CellPosition? {
    guard let section = try number(form[name + ".section"], name + ".section") else { return nil }
    return CellPosition(section: section, row: try number(form[name + ".row"], name + ".row") ?? Int.max)
  }

  package static func number(_ text: String?, _ name: String) throws -> Int? {
    guard let text, !text.isEmpty else { return nil }
    guard let number = Int(text), number >= 0 else { throw failure("\(name) must be a number from 0 on") }
    return number
  }

  /// Whether it changes rows or a section without the versions that its visitor saw.
  package var lacksVersion: Bool {
    switch deed {
    case .delete, .insertHere, .update, .move, .action: rows.contains { $0.version == nil }
    case .section(let change, let section): change.kind != .insert && section.version == nil
    default: false
    }
  }

  package static func failure(_ message: String) -> HTTPProblem {
    HTTPProblem(status: 400, messages: [message], heading: "This can't be done")
  }
}

extension Command.Deed {
  fileprivate init(_ form: FormBody) throws {
    switch form.event {
    case "select": self = .select
    case "deselect": self = .deselect
    case "accessory": self = .accessory
    case "delete": self = .delete
    case "update": self = .update(form.sharedValues)
    case "cancel": self = .cancel
    case "insert" where form["row"] != nil: self = .insertHere
    case "insert":
      self = .insert(
        [form.values.columnValues], kind: try Command.number(form["kind"], "kind") ?? 0,
        at: try Command.position(form, "at"))
    case "move": self = .move(try Command.target(form))
    case "action":
      let name = form["action"] ?? ""
      guard let view = form["view"] else {
        self = .action(name)
        return
      }
      guard let place = SupplementaryPlace(view) else {
        throw Command.failure("view must be such as header or footer-2")
      }
      self = .viewAction(name, place)
    default:
      throw Command.failure(
        "event must be select, deselect, accessory, delete, insert, update, cancel, move, action, paste or undo")
    }
  }

  fileprivate var isAboutRows: Bool {
    switch self {
    case .insert, .insertRecords, .upsert, .viewAction, .section, .undo: false
    default: true
    }
  }

  /// Whether its rows are gone afterwards, so that nobody is led back to them.
  package var takesRowsAway: Bool { if case .delete = self { true } else { false } }
}

extension [String: String] {
  /// What was entered into fields, as values.
  package var columnValues: [ColumnValue] { sorted { $0.key < $1.key }.map { ColumnValue($0.key, .text($0.value)) } }
}
