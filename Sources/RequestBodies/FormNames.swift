package import SitePages
package import TableModel

/// The names that a body may hold, as a form or as JSON. One that holds others, or one of these twice, was made for something else:
/// nothing is stored of it.
package struct FormNames {
  /// Names that stand once at most.
  private var single: Set<String>
  /// Names of lists.
  private var repeated: Set<String> = []
  /// Names of which there must be at least one; any form will do if empty.
  private var needed: Set<String> = []
  /// What the names of an event's fields begin with.
  private var prefixes: [String] = []
  /// Names of which one at most says where a row goes.
  private var targets: [String] = []

  /// The names of a form that is about no table.
  package init(_ single: Set<String>) { self.single = single }

  /// The names of a form that is sent to an address which takes changes.
  package init(_ action: WriteTarget.Action, _ schema: RecordSchema) {
    func names(_ prefixes: [String]) -> Set<String> {
      Set(prefixes.flatMap { prefix in schema.columns.map { prefix + $0.name } })
    }
    let fields = names(["value.", "null.", "was."])
    single = ["_return"]
    switch action {
    case .insert:
      single.formUnion(fields.union(["_again"]))
      needed = names(["value."])
    case .update:
      single.formUnion(fields.union(["version"]))
      needed = names(["value.", "null."])
    case .delete: single.insert("version")
    case .undo:
      single.insert("undo")
      needed = ["undo"]
    case .move: single.formUnion(["up", "down", "row", "before", "after"])
    case .paste: single.formUnion(["text", "confirm"])
    // The buttons of actions stand in the form that changes rows as well.
    case .act:
      single.formUnion(fields.union(["action", "_confirmed"]))
      repeated = ["row", "version"]
    case .change:
      single.formUnion(fields.union(names(["set."])).union(["_delete"]))
      repeated = ["row", "version"]
    case .upsert: single = []
    }
  }

  /// The names that an event may be sent with.
  package init(event form: FormBody) {
    single = ["event", "_return"]
    let isForSeveral = !form.all("rows.row").isEmpty || !form.all("rows.version").isEmpty
    // A form keeps the selected rows in the address that it leads back to.
    if form.isJSON { repeated.insert("selected") }
    if isForSeveral { repeated.formUnion(["rows.row", "rows.version"]) }
    let row: Set<String> = isForSeveral ? [] : ["row", "version"]
    // The buttons stand among the fields that several rows share.
    let shared = isForSeveral && !form.isJSON ? ["values.", "set."] : []
    switch form.event {
    case "delete" where form["view"] != nil: single.formUnion(["view", "version", "count"])
    case "update" where form["view"] != nil, "insert" where form["view"] != nil:
      single.formUnion(["view", "version"])
      prefixes = ["values."]
    case "move" where form["view"] != nil:
      targets = ["move", "to.section"]
      single.formUnion(["view", "version"] + targets)
    case "select", "deselect", "accessory": single.formUnion(["row", "version"])
    case "delete":
      single.formUnion(row)
      prefixes = shared
    case "update":
      single.formUnion(row)
      prefixes = shared + ["values."]
    // The button stands among the fields.
    case "cancel":
      single.formUnion(["row", "version"])
      prefixes = ["values."]
    case "insert" where form["row"] != nil: single.formUnion(["row", "version"])
    case "insert":
      single.formUnion(["kind", "at.section", "at.row"])
      prefixes = ["values."]
    case "move":
      targets = ["move", "before", "after", "to.section"]
      single.formUnion(row.union(targets).union(["to.row"]))
      prefixes = shared
    case "action" where form["view"] != nil: single.formUnion(["action", "view"])
    case "action":
      single.formUnion(row.union(["action"]))
      prefixes = shared.filter { $0 == "values." }
    case "paste": single.formUnion(["kind", "text", "confirm"])
    case "undo": single.insert("token")
    // An unknown event is refused for its name.
    default: single.formUnion(form.fields.map(\.name))
    }
  }

  /// - Throws: `HTTPProblem` 400 that names what isn't known here, or stands too often; and what is missing.
  package func check(_ form: FormBody) throws(HTTPProblem) {
    var seen: [String: String] = [:]
    let files = form.fileNames
    for (name, value) in form.fields + files.map({ ($0, "") }) where !repeated.contains(name) {
      guard single.contains(name) || prefixes.contains(where: name.hasPrefix) else {
        throw Self.failure(Self.unknown(name))
      }
      let earlier = seen.updateValue(value, forKey: name)
      // A box that is ticked stands behind the value for one that isn't.
      guard earlier == nil || name.hasPrefix("values.") && earlier == "false" && value == "true" else {
        throw Self.failure("“\(name.prefix(100))” stands twice")
      }
    }
    // Files are taken where the values of records are.
    if let name = files.first(where: { !$0.hasPrefix("value.") }) { throw Self.failure("“\(name)” takes no file") }
    guard needed.isEmpty || needed.contains(where: { seen[$0] != nil }) else {
      throw Self.failure(needed == ["undo"] ? "“undo” is missing" : "The form names no column of the table")
    }
    guard targets.count(where: { seen[$0] != nil }) <= 1 else {
      throw Self.failure("A row can go to one place alone: say one of move, before, after and to")
    }
  }

  private static func unknown(_ name: String) -> String {
    if name.hasPrefix("{") || name.hasPrefix("[") {
      return "JSON was sent as a form; send it with Content-Type: application/json"
    }
    if name.hasPrefix("set.") {
      return "An action was asked for, and fields were ticked to be changed; ask for one of both"
    }
    return "“\(name.prefix(100))” is no field of this form"
  }

  private static func failure(_ message: String) -> HTTPProblem {
    HTTPProblem(status: 400, messages: [message], heading: "This form can't be used")
  }
}
