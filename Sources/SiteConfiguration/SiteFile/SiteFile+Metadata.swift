package import RichTextRendering
import TableModel
import TableRendering
package import TextCoding

/// What the site's owner says, as JSON under the names of the site file.
extension SiteFile.Table {
  package var metadata: JSONValue {
    var members: [(key: String, value: JSONValue)] = []
    if let title { members.append(("title", .text(title))) }
    if let description { members.append(description.member) }
    members += notes
    let described = columns.compactMap { column in
      column.description.map { (column.name.text, JSONValue.text($0.source)) }
    }
    if !described.isEmpty { members.append(("columns", .object(described))) }
    let units = columns.compactMap { column in column.unit.map { (column.name.text, JSONValue.text($0)) } }
    if !units.isEmpty { members.append(("units", .object(units))) }
    if !labelColumns.isEmpty { members.append(("label_column", Self.names(labelColumns.map(\.text)))) }
    if let searchIndex { members.append(("fts_table", .text(searchIndex.text))) }
    if let searchKey { members.append(("fts_pk", .text(searchKey.text))) }
    let ascending = sort.filter { !$0.isDescending }.map(\.column.text)
    let descending = sort.filter(\.isDescending).map(\.column.text)
    if !ascending.isEmpty { members.append(("sort", Self.names(ascending))) }
    if !descending.isEmpty { members.append(("sort_desc", Self.names(descending))) }
    if let sortableColumns { members.append(("sortable_columns", .list(sortableColumns.map { .text($0.text) }))) }
    if let size { members.append(("size", .integer(Int64(size)))) }
    if !facets.isEmpty {
      members.append(
        (
          "facets",
          .list(
            facets.map {
              $0.kind == .column ? .text($0.column.text) : .object([($0.kind.rawValue, .text($0.column.text))])
            })
        ))
    }
    if isHidden { members.append(("hidden", true)) }
    return .object(members)
  }

  private static func names(_ names: [String]) -> JSONValue {
    names.count == 1 ? .text(names[0]) : .list(names.map { .text($0) })
  }
}

extension RichText {
  /// Its key and its source.
  package var member: (key: String, value: JSONValue) {
    (format == .html ? "description_html" : "description", .text(source))
  }
}
