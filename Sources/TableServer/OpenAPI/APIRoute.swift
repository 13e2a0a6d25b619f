import TableModel

/// A kind of address that this site answers: what the OpenAPI document is made from. `Resource.route` says which one a path names, so
/// that there is none without a description.
enum APIRoute: String, Sendable, CaseIterable {
  case home, searchAll, database, search, table, count, facets, row, value, query
  case insert, upsert, paste, update, delete, act, move, undo
  case versions, settings, metadata, databases, openapi
  case health, metrics

  /// The path below the site's base, without a suffix; what stands in braces is a parameter.
  var path: String {
    switch self {
    case .home: "/"
    case .searchAll: "/-/search"
    case .database: "/{database}"
    case .search: "/{database}/-/search"
    case .count: "/{database}/{table}/-/count"
    case .table: "/{database}/{table}"
    case .facets: "/{database}/{table}/-/facets"
    case .row: "/{database}/{table}/{key}"
    case .value: "/{database}/{table}/{key}/-/blob/{column}"
    case .query: "/{database}/-/query"
    case .insert, .upsert, .paste, .act, .move, .undo: "/{database}/{table}/-/" + rawValue
    case .update, .delete: "/{database}/{table}/{key}/-/" + rawValue
    case .versions, .settings, .metadata, .databases, .openapi, .health, .metrics: "/-/" + rawValue
    }
  }

  /// What it is answered in, by suffixes.
  var formats: [PageFormat] {
    switch self {
    case .table, .query: PageFormat.allCases
    case .value, .health, .metrics, .insert, .upsert, .paste, .update, .delete, .act, .move, .undo: []
    default: [.html, .json]
    }
  }

  /// A line about it.
  var summary: String {
    switch self {
    case .home: "Every database with its tables"
    case .searchAll: "Rows of all tables in which words are found"
    case .database: "The tables and views of a database"
    case .search: "Rows of a database's tables in which words are found"
    case .count: "The number of rows of a table"
    case .table: "Rows of a table or view"
    case .facets: "The values of columns with their counts"
    case .row: "One row"
    case .value: "The bytes of one value"
    case .query: "The result of a statement that reads"
    case .versions, .settings, .metadata, .databases, .openapi:
      Introspection(rawValue: rawValue)?.summary ?? rawValue
    case .insert: "New rows, all of them or none"
    case .upsert: "New rows, or other values in those that are there"
    case .paste: "Rows as text: what would be stored, or, confirmed, all of them or none"
    case .update: "Other values in one row"
    case .delete: "The end of one row"
    case .act: "An action of the site's owner, done to some rows"
    case .move: "Another place of a row in the table's order"
    case .undo: "The changes of a call taken back, and all that went with them"
    case .health: "Whether the server answers"
    case .metrics: "What the server has done, for Prometheus"
    }
  }

  /// What can be asked of it besides, which a schema can't describe.
  var remark: String {
    switch self {
    case .table, .facets:
      """
      Further arguments: conditions column=value and column__operator=value, with the operators \
      \(ColumnFilter.Condition.allCases.map(\.rawValue).joined(separator: ", ")); _where with a condition in SQL; _through with \
      {"table", "column", "value"} as JSON; _next and _previous with the tokens of an answer, as its next_url has them.
      """
    case .query: "A parameter :name of the statement is an argument of that name."
    default: summary
    }
  }

  /// Names of the parameters in its path.
  var pathParameters: [String] {
    path.split(separator: "/").compactMap { $0.hasPrefix("{") ? String($0.dropFirst().dropLast()) : nil }
  }

  /// What the answer is about, for `_extra`; `nil` where that is no argument.
  var subject: JSONExtra.Subject? {
    switch self {
    case .table: .table
    case .row: .row
    case .query: .query
    default: nil
    }
  }

  /// The path with a format's suffix.
  func path(_ format: PageFormat) -> String {
    let suffix = format.suffix ?? ""
    return path == "/" && !suffix.isEmpty ? "/" + suffix : path + suffix
  }
}

extension Resource {
  /// The kind of address that it has; `nil` for tables built in code, whose paths and arguments are their own, and for
  /// pages that only lead to others.
  var route: APIRoute? {
    switch self {
    case .home: .home
    case .database: .database
    case .table: .table
    case .count: .count
    case .search(let entry): entry == nil ? .searchAll : .search
    case .facets: .facets
    case .record: .row
    case .bytes: .value
    case .query, .storedQuery: .query
    case .write(_, let target): APIRoute(rawValue: target.action.rawValue)
    case .introspection(let subject): APIRoute(rawValue: subject.rawValue)
    case .folder, .controller, .form: nil
    }
  }
}
