import TableModel

/// The names that a form may hold. A form that holds others, or one of these twice, was made for something else: nothing is stored of it.
struct FormNames {
  /// Names that stand once at most.
  private var single: Set<String>
  /// Names of lists.
  private var repeated: Set<String>
  /// Names of which there must be at least one; any form will do if empty.
  private var needed: Set<String> = []

  /// The names of a form that is about no table.
  init(_ single: Set<String>) {
    self.single = single
    repeated = []
  }

  /// The names of a form that is sent to an address which takes changes.
  init(_ action: WriteTarget.Action, _ schema: RecordSchema) {
    let columns = schema.columns.map(\.name)
    func names(_ prefixes: [String]) -> Set<String> {
      Set(prefixes.flatMap { prefix in columns.map { prefix + $0 } })
    }
    repeated = []
    switch action {
    case .insert:
      single = names(["value.", "null.", "was."]).union(["_again", "_return"])
      needed = names(["value."])
    case .update:
      single = names(["value.", "null.", "was."]).union(["version", "_return"])
      needed = names(["value.", "null."])
    case .delete: single = ["version", "_return"]
    case .undo:
      single = ["undo", "_return"]
      needed = ["undo"]
    case .move: single = ["up", "down", "row", "before", "after", "_return"]
    case .paste: single = ["text", "confirm", "_return"]
    // The buttons of actions stand in the form that changes rows as well.
    case .act:
      single = names(["value.", "null.", "was."]).union(["action", "_confirmed", "_return"])
      repeated = ["row", "version"]
    case .change:
      single = names(["value.", "null.", "was.", "set."]).union(["_delete", "_return"])
      repeated = ["row", "version"]
    case .upsert: single = []
    }
  }

  /// - Throws: `HTTPProblem` 400 that names what isn't known here, or stands too often; and what is missing.
  func check(_ form: FormBody) throws(HTTPProblem) {
    var seen: Set<String> = []
    for name in form.fields.map(\.name) + form.files.keys.sorted() + form.emptyFiles.sorted() {
      guard !repeated.contains(name) else { continue }
      guard single.contains(name) else { throw Self.failure(Self.unknown(name)) }
      guard seen.insert(name).inserted else { throw Self.failure("“\(name)” stands twice in the form") }
    }
    // Files are taken where values are.
    if let name = (form.files.keys.sorted() + form.emptyFiles).first(where: { !$0.hasPrefix("value.") }) {
      throw Self.failure("“\(name)” takes no file")
    }
    guard needed.isEmpty || !needed.isDisjoint(with: seen) else {
      throw Self.failure(needed == ["undo"] ? "“undo” is missing" : "The form names no column of the table")
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
