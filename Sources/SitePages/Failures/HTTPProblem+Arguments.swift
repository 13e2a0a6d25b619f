import SiteConfiguration
package import SiteTables
package import TableArguments
package import TableModel

extension HTTPProblem {
  /// What is wrong with the arguments of a table's page, with the names that may have been meant.
  package init(
    _ errors: ArgumentErrors, _ schema: RecordSchema, _ request: PageRequest, table address: String,
    in entry: SiteMap.DatabaseEntry
  ) {
    let columns = schema.columns.map(\.name)
    self.init(
      status: errors.isForbidden ? 403 : 400, messages: errors.messages,
      heading: errors.isForbidden ? "Not allowed" : "Invalid request",
      crumbs: entry.crumbs + [.init(title: schema.title, address: address)],
      recoveryLink: Link(title: "\(schema.title) without filters", address: address))
    for (name, value) in request.arguments {
      let written = name.split(separator: "_", omittingEmptySubsequences: false).first.map(String.init) ?? name
      let isColumn = !name.hasPrefix("_")
      guard isColumn || ["_sort", "_sort_desc", "_col", "_nocol"].contains(name) else { continue }
      let wanted = isColumn ? (schema.column(named: name) == nil ? written : "") : value
      guard !wanted.isEmpty, schema.column(named: wanted) == nil else { continue }
      for near in NameSuggestions.of(wanted, among: columns, limit: 2) {
        var query = QueryText()
        query.append(isColumn ? near : name, isColumn ? value : near)
        suggestions.append(
          Link(
            title: isColumn ? "\(near) is \(value)" : "\(name)=\(near)", address: address + "?" + query.text,
            remark: nil))
      }
    }
  }
}
