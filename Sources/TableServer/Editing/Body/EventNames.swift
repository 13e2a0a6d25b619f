/// The names that an event may be sent with, as a form or as JSON. What holds others was meant for something else: nothing is done then.
struct EventNames {
  /// Names that stand once at most.
  private var single: Set<String> = ["event", "_return"]
  /// Names of lists.
  private var repeated: Set<String> = []
  /// Whether there are values of fields.
  private var takesValues = false
  /// Whether fields are ticked whose values several rows are to share.
  private var takesTicks = false
  /// Names of which exactly one says where a row goes.
  private let targets = ["move", "before", "after", "to.section"]
  private let isMove: Bool

  init(_ form: EventForm) {
    let event = form.event
    let isForSeveral = !form.all("rows.row").isEmpty || !form.all("rows.version").isEmpty
    isMove = event == "move"
    // A form keeps the chosen rows in the address that it leads back to.
    if form.isJSON { repeated.insert("selected") }
    if isForSeveral { repeated.formUnion(["rows.row", "rows.version"]) }
    let row: Set<String> = isForSeveral ? [] : ["row", "version"]
    switch event {
    case "select", "deselect", "accessory": single.formUnion(["row", "version"])
    case "delete":
      single.formUnion(row)
      // The buttons stand among the fields that several rows share.
      takesValues = isForSeveral && !form.isJSON
      takesTicks = takesValues
    case "update":
      single.formUnion(row)
      takesValues = true
      takesTicks = isForSeveral && !form.isJSON
    // The button stands among the fields.
    case "cancel":
      single.formUnion(["row", "version"])
      takesValues = true
    case "insert" where form["row"] != nil: single.formUnion(["row", "version"])
    case "insert":
      single.formUnion(["kind", "at.section", "at.row"])
      takesValues = true
    case "move":
      single.formUnion(row.union(["to.row"] + targets))
      takesValues = isForSeveral && !form.isJSON
      takesTicks = takesValues
    case "action" where form["view"] != nil: single.formUnion(["action", "view"])
    case "action":
      single.formUnion(row.union(["action"]))
      takesValues = isForSeveral && !form.isJSON
    case "paste": single.formUnion(["kind", "text", "confirm"])
    case "undo": single.insert("token")
    // There is no such event, which is told by itself.
    default: single.formUnion(form.all.map(\.name))
    }
  }

  /// - Throws: `HTTPProblem` 400 that names what the event doesn't take, or what stands twice.
  func check(_ items: [(name: String, value: String)]) throws(HTTPProblem) {
    var seen: [String: String] = [:]
    for (name, value) in items where !repeated.contains(name) {
      let isValue = takesValues && name.hasPrefix("values.")
      guard single.contains(name) || isValue || takesTicks && name.hasPrefix("set.") else {
        throw Self.failure("“\(name.prefix(100))” is not for this event")
      }
      let earlier = seen.updateValue(value, forKey: name)
      // A box that is ticked stands behind the value for one that isn't.
      guard earlier == nil || isValue && earlier == "false" && value == "true" else {
        throw Self.failure("“\(name.prefix(100))” stands twice")
      }
    }
    guard !isMove || targets.count(where: { seen[$0] != nil }) <= 1 else {
      throw Self.failure("A row can go to one place alone: say one of move, before, after and to")
    }
  }

  private static func failure(_ message: String) -> HTTPProblem {
    HTTPProblem(status: 400, messages: [message], heading: "This can't be done")
  }
}
