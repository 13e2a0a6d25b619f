package import TableModel

extension PageArguments {
  /// The arguments as names and values, in a fixed order; none for the first page in the table's own order.
  package func items(schema: RecordSchema?, limits: ArgumentLimits) -> [(name: String, value: String)] {
    var items: [(name: String, value: String)] = []
    if let schema {
      items += query.selection.items(schema)
      items += facets.items(schema)
      for column in columns ?? [] { items.append(("_col", schema.columns[column].name)) }
      if !layout.isDefault { items += layout.items(schema) }
      for term in query.sort == limits.sort ? [] : query.sort {
        items.append((term.isDescending ? "_sort_desc" : "_sort", schema.columns[term.column].name))
      }
    }
    if query.pageSize != limits.pageSize { items.append(("_size", String(query.pageSize))) }
    switch query.count {
    case .quick: break
    case .none: items.append(("_nocount", "1"))
    case .exact: items.append(("_count", "exact"))
    }
    if let shape { items.append(("_shape", shape.rawValue)) }
    if isNewlineDelimited { items.append(("_nl", "on")) }
    if !extras.isEmpty { items.append(("_extra", extras.map(\.rawValue).sorted().joined(separator: ","))) }
    items += json.items(schema)
    if let item = query.position.item { items.append(item) }
    return items
  }

  /// The arguments as a query, without `?`; empty for the first page in the table's own order.
  package func queryText(schema: RecordSchema?, limits: ArgumentLimits) -> String {
    var text = firstPageText(schema: schema, limits: limits)
    if let item = query.position.item { text.append(item.name, item.value) }
    return text.text
  }

  /// The query of the first page, which the position of another stands behind.
  package func firstPageText(schema: RecordSchema?, limits: ArgumentLimits) -> QueryText {
    var first = self
    first.query.position = .first
    var text = QueryText()
    for item in first.items(schema: schema, limits: limits) { text.append(item.name, item.value) }
    return text
  }
}

extension PagePosition {
  /// The position as an argument; `nil` for the first page.
  package var item: (name: String, value: String)? {
    switch self {
    case .first: nil
    case .after(let token): ("_next", token.text)
    case .before(let token): ("_previous", token.text)
    }
  }
}
