internal import MicroHTTP
import TableModel
import TableRendering

/// What was sent to a table: the fields of a form, or the same names in JSON, where objects within it are named `values.title`.
struct EventForm: Sendable {
  /// Whether it came as JSON, so that the answer is JSON.
  let isJSON: Bool
  private var items: [(name: String, value: String)] = []

  /// Whether a request is in JSON, and so its answer.
  static func isJSON(_ request: Request) -> Bool {
    let type = request.header("Content-Type")?.prefix { $0 != ";" }.lowercased() ?? ""
    return type.split(separator: " ").first == "application/json"
  }

  /// - Throws: `PageFailure` 400 or 415 for a body that can't be read.
  init(_ request: Request) throws {
    let type = request.header("Content-Type")?.prefix { $0 != ";" }.lowercased() ?? ""
    switch type.split(separator: " ").first ?? "" {
    case "application/json":
      isJSON = true
      guard let text = String(validating: request.body, as: UTF8.self) else { throw Self.unreadable("it is no UTF-8") }
      let value: NibValue
      do { value = try NibValue(json: text) } catch { throw Self.unreadable(error.description) }
      guard case .object(let object) = value else { throw Self.unreadable("it is no object") }
      let problems = EventMember.problems(object)
      guard problems.isEmpty else {
        throw PageFailure(status: 400, messages: problems, heading: "This can't be done")
      }
      add(object, within: "")
    case "application/x-www-form-urlencoded", "multipart/form-data", "":
      isJSON = false
      items = try FormBody(request).fields
    default:
      throw PageFailure(
        status: 415, messages: ["Send a form (application/x-www-form-urlencoded) or JSON (application/json)"],
        heading: "This can't be read")
    }
  }

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

  /// What several rows are to hold: what is ticked of a form, and all that JSON names.
  var sharedValues: [String: String] {
    let ticked = ticked
    return isJSON ? values : values.filter { ticked.contains($0.key) }
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
    case .html, .slot: break
    }
  }

  private static func unreadable(_ reason: String) -> PageFailure {
    PageFailure(status: 400, messages: ["The body can't be read as JSON: \(reason)"], heading: "This can't be read")
  }
}
