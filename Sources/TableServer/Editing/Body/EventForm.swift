internal import MicroHTTP
import TableModel
import TableRendering
import TextCoding

/// What was sent to a table: the fields of a form, or the same names in JSON, where objects within it are named `values.title`.
struct EventForm: Sendable {
  /// Whether it came as JSON, so that the answer is JSON.
  let isJSON: Bool
  private var items: [(name: String, value: String)] = []

  /// - Throws: `HTTPProblem` 400 or 415 for a body that can't be read, or holds what its event doesn't take.
  init(_ request: Request) throws(HTTPProblem) {
    switch try SentBody(request) {
    case .json(let body):
      isJSON = true
      let object = try SentBody.object(body)
      let problems = EventMember.problems(object)
      guard problems.isEmpty else {
        throw HTTPProblem(status: 400, messages: problems, heading: "This can't be done")
      }
      add(object, within: "")
    case .form(let form):
      isJSON = false
      guard form.files.isEmpty, form.emptyFiles.isEmpty else {
        throw HTTPProblem(status: 400, messages: ["No files are taken here"], heading: "This can't be done")
      }
      items = form.fields
    }
    try EventNames(self).check(items)
  }

  /// What is to be done. A button sends one name and its value: that of an action or of a direction stands for the event.
  var event: String { self["event"] ?? (self["action"] != nil ? "action" : self["move"] != nil ? "move" : "") }

  /// The last value of a name; `nil` if there is none.
  subscript(_ name: String) -> String? { items.last { $0.name == name }?.value }

  /// All values of a name.
  func all(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }

  /// What was entered, by the names of fields.
  var values: [String: String] {
    var values: [String: String] = [:]
    for (name, value) in items where name.hasPrefix("values.") {
      // Browsers send the ends of lines as the network has them.
      values[String(name.dropFirst(7))] = value.replacing("\r\n", with: "\n")
    }
    return values
  }

  /// The fields that are ticked, among those that several rows can share a value in.
  var ticked: Set<String> { Set(items.compactMap { $0.name.hasPrefix("set.") ? String($0.name.dropFirst(4)) : nil }) }

  /// What rows are to hold: all that is named of one row, or by JSON; of several in a form what is ticked.
  var sharedValues: [ColumnValue] {
    let ticked = ticked
    let isWhole = isJSON || all("rows.row").isEmpty
    return values.filter { isWhole || ticked.contains($0.key) }.columnValues
  }

  /// All names and values, to be sent once more.
  var all: [(name: String, value: String)] { items }

  private mutating func add(_ object: [String: NibValue], within prefix: String) {
    for (name, value) in object.sorted(by: { $0.key < $1.key }) { add(value, prefix + name) }
  }

  private mutating func add(_ value: NibValue, _ name: String) {
    switch value {
    case .null: items.append((name, ""))
    case .boolean(let flag): items.append((name, flag ? "true" : "false"))
    case .integer(let number): items.append((name, String(number)))
    case .real(let number): items.append((name, String(number)))
    case .text(let text): items.append((name, text))
    case .list(let elements): for element in elements { add(element, name) }
    case .object(let object): add(object, within: name + ".")
    case .html: break
    }
  }
}
