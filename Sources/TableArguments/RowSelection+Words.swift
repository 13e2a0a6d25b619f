package import TableModel

extension ColumnFilter.Condition {
  /// What stands between the column and the value, for people.
  package var words: String {
    switch self {
    case .exact: "is"
    case .not: "is not"
    case .contains: "contains"
    case .notcontains: "does not contain"
    case .startswith: "starts with"
    case .endswith: "ends with"
    case .gt: ">"
    case .gte: "≥"
    case .lt: "<"
    case .lte: "≤"
    case .like: "is like"
    case .notlike: "is not like"
    case .glob: "matches"
    case .in: "is one of"
    case .notin: "is none of"
    case .arraycontains: "holds"
    case .arraynotcontains: "does not hold"
    case .date: "is on"
    case .isnull: "is null"
    case .notnull: "is not null"
    case .isblank: "is blank"
    case .notblank: "is not blank"
    }
  }
}

extension ColumnFilter {
  /// What the column is compared with, for people; empty for conditions without a value.
  package var valueWords: String { condition.arity == .none ? "" : values.joined(separator: ", ") }

  /// `Name contains Rock`.
  package func words(_ schema: RecordSchema) -> String {
    let words = "\(schema.columns[column].heading) \(condition.words)"
    return condition.arity == .none ? words : "\(words) \(valueWords)"
  }
}

extension RecordSchema.Column {
  /// What menus, forms and sentences call it: as its owner does, else by its name.
  package var heading: String { title ?? name }
}

extension PageArguments {
  /// Rows and order in one sentence, in the form of Datasette's `human_description_en`:
  /// `where state = "CA" and city contains "Pa" sorted by pk descending`.
  package func description(_ schema: RecordSchema) -> String {
    let selection = query.selection
    var conditions = selection.searches.map { search in
      (search.column.map { "search of \(schema.columns[$0].name)" } ?? "search") + " matches \"\(search.text)\""
    }
    conditions += selection.filters.map { $0.description(schema) }
    conditions += selection.alternatives.map { group in
      "(" + group.map { $0.description(schema) }.joined(separator: " or ") + ")"
    }
    conditions += selection.relations.map { "\($0.table).\($0.column) = \"\($0.value)\"" }
    conditions += selection.expressions
    var parts: [String] = []
    if !conditions.isEmpty { parts.append("where " + conditions.joined(separator: " and ")) }
    let terms = query.sort.map { schema.columns[$0.column].name + ($0.isDescending ? " descending" : "") }
    if !terms.isEmpty { parts.append("sorted by " + terms.joined(separator: ", ")) }
    return parts.joined(separator: " ")
  }
}

extension ColumnFilter {
  fileprivate func description(_ schema: RecordSchema) -> String {
    let name = schema.columns[column].name
    let quoted = values.map { Double($0) == nil ? "\"\($0)\"" : $0 }.joined(separator: ", ")
    switch condition {
    case .exact: return "\(name) = \(quoted)"
    case .not: return "\(name) != \(quoted)"
    case .in: return "\(name) in (\(quoted))"
    case .notin: return "\(name) not in (\(quoted))"
    case .like: return "\(name) like \(quoted)"
    case .notlike: return "\(name) not like \(quoted)"
    case .glob: return "\(name) glob \(quoted)"
    case .arraycontains: return "\(name) contains \(quoted)"
    case .arraynotcontains: return "\(name) does not contain \(quoted)"
    default: return condition.arity == .none ? "\(name) \(condition.words)" : "\(name) \(condition.words) \(quoted)"
    }
  }
}
