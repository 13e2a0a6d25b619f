import TableModel
import TableRendering

/// A table's page on which rows are chosen and changed: what its address says of that, kept by every link and form of the page.
struct GridEditing: Sendable {
  var arguments: EventArguments
  /// The page itself, where forms lead back to.
  let returnTo: String
  /// The columns whose values can be changed.
  var columns: Set<Int> = []
  /// What can be done to a row by one press.
  var actions: @Sendable (Record) -> [TableAction] = { _ in [] }
  /// Whether rows may come and go.
  var allowsRows = true

  /// The form that the boxes before the rows belong to.
  static let form = "chosen"
  /// The form that the buttons which move a row belong to.
  static let moveForm = "move"

  /// Whether a target may say something about what is being done with rows. Looked at for each page, so that it has to be quick.
  static func isNamed(in target: String) -> Bool {
    var rest = target.utf8[...]
    guard let mark = rest.firstIndex(of: UInt8(ascii: "?")) else { return false }
    rest = rest[mark...]
    while let start = rest.firstIndex(of: UInt8(ascii: "_")) {
      rest = rest[rest.index(after: start)...]
      if rest.starts(with: "edit=".utf8) || rest.starts(with: "selected=".utf8) { return true }
    }
    return false
  }

  /// Takes what a request says about rows out of its target.
  /// - Returns: `nil` where it says nothing.
  /// - Throws: `ArgumentErrors` if that makes no sense.
  init?(takingFrom request: inout PageRequest) throws(ArgumentErrors) {
    guard Self.isNamed(in: request.target) else { return nil }
    let target = request.target
    var items = request.arguments
    arguments = try EventArguments(takingFrom: &items)
    var query = QueryText()
    for item in items { query.append(item.name, item.value) }
    let path = target.prefix { $0 != "?" }
    request.target = path + (query.text.isEmpty ? "" : "?" + query.text)
    returnTo = target
    guard arguments.isEditing || !arguments.selected.isEmpty else { return nil }
  }

  /// What every link of the page has besides its own arguments.
  var items: [(name: String, value: String)] { arguments.items }

  /// What stands before the rows.
  var tools: RecordTools {
    var query = QueryText()
    query.append("_return", returnTo)
    return RecordTools(
      form: Self.form, chosen: Set(arguments.selected), editSuffix: "/-/edit?" + query.text)
  }
}

extension String {
  /// The address of something below this one, which ends with a slash where it is the first page of a site.
  func below(_ path: String) -> String {
    utf8.last == UInt8(ascii: "/") && path.utf8.first == UInt8(ascii: "/") ? String(dropLast()) + path : self + path
  }

  /// An address with further arguments.
  func with(_ items: [(name: String, value: String)]) -> String {
    guard !items.isEmpty else { return self }
    var query = QueryText()
    for item in items { query.append(item.name, item.value) }
    return self + (utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + query.text
  }
}
