import SiteAccess
import SiteDescriptions
import SitePages
import SiteTables
import TableArguments
import TextCoding

/// The extras that every answer has: what was asked, and what else might be.
struct RequestExtras {
  let context: SiteContext
  let entry: SiteMap.DatabaseEntry
  let request: PageRequest
  /// The path of what is answered, without a suffix.
  let address: String
  let subject: JSONExtra.Subject
  let asked: Set<JSONExtra>
  /// What the path was read as: the names of its parts and what stood there.
  let parts: [(name: String, value: String)]

  /// `nil` for an extra that is not of the request alone.
  func value(_ extra: JSONExtra) -> JSONValue? {
    switch extra {
    case .database: .text(entry.name)
    case .databaseColor: .text(DatabaseColor(name: entry.name).text)
    case .isPrivate: .boolean(context.access.isPrivate(entry.name, subject == .query ? nil : table))
    case .columnTypeForm: .null
    case .templates: []
    case .metadata: [:]
    case .request: requested
    case .renderers: renderers
    case .extras: .list(JSONExtra.all(of: subject).map(described))
    case .debug:
      [
        "url_vars": .object((parts + [("format", "json")]).map { ($0.0, .text($0.1)) }),
        "nofacet": .boolean(flag("_nofacet")), "nosuggest": .boolean(flag("_nosuggest")),
      ]
    default: nil
    }
  }

  /// The table that the path names.
  private var table: String? { parts.first { $0.name == "table" }?.value }

  private var requested: JSONValue {
    var names: [String] = []
    for argument in request.arguments where !names.contains(argument.name) { names.append(argument.name) }
    return [
      "url": .text(request.absolute(request.target)), "path": .text(String(request.target.prefix { $0 != "?" })),
      "full_path": .text(request.target),
      "host": .text(String(request.origin.split(separator: "/").last ?? "")),
      "args": .object(
        names.map { name in (name, JSONValue(request.arguments.filter { $0.name == name }.map(\.value))) }),
    ]
  }

  private var renderers: JSONValue {
    let formats = PageFormat.allCases.filter { $0 != .html && (subject != .row || !$0.isRowsOnly) }
    return .object(
      formats.map { format in
        var text = QueryText()
        for argument in request.arguments { text.append(argument.name, argument.value) }
        return (format.rawValue, .text(text.behind(address + (format.suffix ?? ""))))
      })
  }

  private func described(_ extra: JSONExtra) -> JSONValue {
    var wanted = asked
    if wanted.remove(extra) == nil { wanted.insert(extra) }
    var text = QueryText()
    for argument in request.arguments where argument.name != "_extra" { text.append(argument.name, argument.value) }
    let names = JSONExtra.allCases.filter(wanted.contains).map(\.rawValue).joined(separator: ",")
    if !names.isEmpty { text.append("_extra", names) }
    return [
      "name": .text(extra.rawValue), "description": .text(extra.summary),
      "toggle_url": .text(request.absolute(text.behind(address + ".json"))),
      "selected": .boolean(asked.contains(extra)),
    ]
  }

  private func flag(_ name: String) -> Bool {
    request.arguments.contains { $0.name == name && Bool(argument: $0.value) == true }
  }
}
