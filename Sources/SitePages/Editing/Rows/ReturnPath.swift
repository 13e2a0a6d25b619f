import MicroHTTP
package import SiteTables
package import TableArguments

/// The page that a form was sent from, and to which its answer leads, with what the form has changed about its address.
package struct ReturnPath: Sendable {
  private let path: String
  private let rest: [(name: String, value: String)]
  package var events: EventArguments
  /// The key of the row to come back to.
  package var row: String?

  /// - Parameter text: a path of this site, already checked.
  package init(_ text: String) {
    let address = text.prefix { $0 != "#" }
    path = String(address.prefix { $0 != "?" })
    var items = QueryItems(address.dropFirst(path.count + 1)).map { ($0.name, $0.value) }.map {
      (name: $0.0, value: $0.1)
    }
    events = (try? EventArguments(takingFrom: &items)) ?? EventArguments()
    rest = items
  }

  /// Path, query and the row's anchor.
  package var text: String { address + (row.map { "#row-" + $0 } ?? "") }

  /// The key of the row whose own page it is, of a table at an address; `nil` for any other page.
  package func key(ofRowAt table: String) -> String? {
    let rows = table.below("/")
    guard path.hasPrefix(rows) else { return nil }
    let key = path.dropFirst(rows.count)
    return key.isEmpty || key.contains("/") ? nil : String(key)
  }

  /// Path and query.
  package var address: String {
    var query = QueryText()
    for (name, value) in rest + events.items { query.append(name, value) }
    return query.behind(path)
  }

  /// Where the rows are shown that are chosen on the page.
  package func addressOfChosen(in entry: SiteMap.ControllerEntry) -> String {
    entry.address.below("/-/chosen").with(events.selected.map { ("_selected", $0) } + [("_return", text)])
  }
}
