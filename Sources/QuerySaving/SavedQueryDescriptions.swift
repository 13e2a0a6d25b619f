package import SavedQueries
import SiteAccess
package import SiteConfiguration
package import SitePages
import SiteTables
import TableRendering
package import TextCoding

/// How saved queries stand in lists and in data.
extension SavedQueryPlace {
  /// A line in the list of a database.
  package func link(_ query: SavedQuery) -> LinkView {
    let description = query.content.description
    return LinkView(
      title: query.content.name, address: address(of: query),
      remark: description.isEmpty ? remark(query) : "\(description) · \(remark(query))")
  }

  /// Whose it is, and who sees it.
  package func remark(_ query: SavedQuery) -> String {
    let isOwn = query.owner == visitor.name
    guard isOwn else { return "saved by \(query.owner)" }
    return query.content.isShared ? "saved by you, shared" : "saved by you, private"
  }

  /// Under the names that queries of the site file have, and more.
  package func json(_ query: SavedQuery) -> JSONValue {
    [
      "database": .text(entry.name), "name": .text(query.content.name), "path": .text(address(of: query)),
      "sql": .text(query.content.statement), "title": .text(query.content.name),
      "description": query.content.description.isEmpty ? .null : .text(query.content.description),
      "number": .integer(Int64(query.number)), "saved_by": .text(query.owner),
      "shared": .boolean(query.content.isShared), "version": .integer(Int64(query.version)),
      "changed": .text(CalendarDay.momentText(Int(query.changedAt))),
    ]
  }
}

extension SavedQuery {
  /// The query as those of the site file are run.
  package var stored: StoredQuery {
    var stored = StoredQuery(name: content.name, statement: content.statement)
    stored.title = content.name
    return stored
  }
}
