package import TableModel
import TextCoding

extension RowSelection {
  /// The selection as arguments of an address; what `SelectionParser` reads.
  package func items(_ schema: RecordSchema) -> [(name: String, value: String)] {
    var items = filters.map { $0.item(schema) }
    for (group, filters) in alternatives.enumerated() {
      items += filters.map { filter in
        let item = filter.item(schema)
        return ("_any\(group + 1)." + item.name, item.value)
      }
    }
    for search in searches {
      items.append((search.column.map { "_search_" + schema.columns[$0].name } ?? "_search", search.text))
    }
    if searches.contains(where: \.isRaw) { items.append(("_searchmode", "raw")) }
    items += relations.map { ("_through", $0.json) }
    items += expressions.map { ("_where", $0) }
    return items
  }
}

extension ColumnFilter {
  fileprivate func item(_ schema: RecordSchema) -> (name: String, value: String) {
    let name = schema.columns[column].name
    let isPlain = condition == .exact && FilterArgument.isPlain(name)
    return (isPlain ? name : "\(name)__\(condition.rawValue)", condition.arity == .none ? "1" : argument)
  }

  /// What the column is compared with, as an address or a form says it; empty for conditions without a value.
  package var argument: String {
    switch condition.arity {
    case .none: ""
    case .one: values.first ?? ""
    case .list: ValueList(values: values).text
    }
  }
}

extension RelatedFilter {
  /// The condition as `_through` takes it.
  fileprivate var json: String {
    let tree: JSONValue = ["table": .text(table), "column": .text(column), "value": .text(value)]
    return tree.text
  }
}
