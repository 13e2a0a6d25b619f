import QuerySaving
import SiteConfiguration
import SiteDescriptions
import SitePages
import SiteTables
import TableArguments
import TableModel

/// What is read.
extension Route {
  static let home = Route(
    "home", "/", .read, "All databases with their tables", [.html, .json], APIDescription(schema: "Site")
  ) { call, request in
    try await HomeResponder(context: call.context).answer(request)
  }

  static let searchAll = Route(
    "searchAll", "/-/search", .filtered, "Searches all tables of all databases", [.html, .json], .search
  ) { call, request in
    try await SearchResponder(context: call.context, tables: call.tables).answer(nil, request)
  }

  static let jump = Route("jump", "/-/jump", .filtered, "Goes to any table or row") { call, request in
    try await JumpResponder(context: call.context, tables: call.tables).answer(request)
  }

  static let keys = Route("keys", "/-/keys", .filtered, "Keyboard shortcuts") { call, request in
    let context = call.context
    let layout = PageLayout(
      title: "Keyboard shortcuts · \(context.title)", crumbs: [.init(title: "Keyboard shortcuts")],
      returnTo: request.target, preferences: request.preferences, flash: request.flash, visitor: request.visitor)
    return try context.page(context.nibs.keys, KeysView(layout, context), headers: PageHeaders.html())
  }

  static let database = Route(
    "database", "/{database}", .read, "Tables and views of a database", [.html, .json],
    APIDescription(schema: "Database"),
    page: { call, request in try await DatabaseResponder(context: call.context).answer(call.entry, request) },
    moved: \.statementAddress)

  static let search = Route(
    "search", "/{database}/-/search", .read, "Searches all tables of a database", [.html, .json],
    .search
  ) { call, request in
    try await SearchResponder(context: call.context, tables: call.tables).answer(call.entry, request)
  }

  static let table = Route(
    "table", "/{database}/{table}", .read, "Rows of a table or view", PageFormat.allCases,
    APIDescription(schema: "TableAnswer", remark: conditions) { $0.table($1, $2) }
  ) { call, request in
    if let list = call.mounted, call.known == nil {
      var request = request
      if request.format != .text { request.format = try call.match.formatOfCells(request.format) }
      return try await call.view.lists.answer(list, request)
    }
    let entry = try call.entry
    if let query = call.query, try await entry.database.table(named: query.name) == nil {
      return try await QueryResponder(context: call.context, subject: QuerySubject(entry: entry, stored: query))
        .answer(request)
    }
    return try await TableResponder(context: call.context, tables: call.tables).answer(
      call.match.table, in: entry, request)
  }

  static let count = Route(
    "count", "/{database}/{table}/-/count", .read, "The number of rows of a table", [.html, .json],
    APIDescription(schema: "Count", remark: conditions) { parameters, _, columns in parameters.search(columns) }
  ) { call, request in
    try await CountResponder(context: call.context, tables: call.tables).answer(
      call.match.table, in: call.entry, request)
  }

  static let facets = Route(
    "facets", "/{database}/{table}/-/facets", .read, "Facets: column values with counts", [.html, .json],
    APIDescription(schema: "FacetsAnswer", remark: conditions) { parameters, _, columns in
      parameters.search(columns) + parameters.facets(columns)
    }
  ) { call, request in
    try await FacetResponder(context: call.context, tables: call.tables).answer(
      call.match.table, in: call.entry, request)
  }

  static let groups = Route(
    "groups", "/{database}/{table}/-/groups", .read, "Rows in groups: counts, sums, averages", PageFormat.allCases,
    APIDescription(schema: "GroupsAnswer", remark: conditions) { parameters, format, columns in
      parameters.search(columns) + parameters.groups(format)
    }
  ) { call, request in
    try await GroupResponder(context: call.context, tables: call.tables).answer(
      call.match.table, in: call.entry, request)
  }

  static let statement = Route(
    "statement", "/{database}/{table}/-/sql", .read, "Leads to the SQL that reads the rows of a table"
  ) { call, request in
    try await StatementResponder(context: call.context, tables: call.tables).answer(
      call.match.table, in: call.entry, request)
  }

  static let filters = Route(
    "filters", "/{database}/{table}/-/filters", .read, "Forms of a table's page: conditions, order, facets, formats"
  ) { call, request in
    try await FiltersResponder(context: call.context, tables: call.tables).answer(
      call.match.table, in: call.entry, request)
  }

  static let menus = [
    Route("column", "/{database}/{table}/-/column", .read, "Menu of a column: sort, filter, facet, place, width") {
      call, request in
      try await GridMenuResponder(context: call.context, tables: call.tables).column(
        call.match.table, in: call.entry, request)
    },
    Route("columns", "/{database}/{table}/-/columns", .read, "All columns of a table, shown or hidden") {
      call, request in
      try await GridMenuResponder(context: call.context, tables: call.tables).columns(
        call.match.table, in: call.entry, request)
    },
    Route("cellMenu", "/{database}/{table}/-/cell", .read, "Menu of a cell: conditions on its value") { call, request in
      try await GridMenuResponder(context: call.context, tables: call.tables).cell(
        call.match.table, in: call.entry, request)
    },
    Route(
      "remember", "/{database}/{table}/-/remember", .read, "Stores columns and sort of a table in a cookie",
      post: { try await RememberResponder().answer($0) }),
  ]

  static let choices = Route(
    "choices", "/{database}/{table}/-/choices", .read, "Rows that a reference can mean, by their names"
  ) { call, request in
    try await ChoicesResponder().answer(call.match.table, in: call.entry, request)
  }

  static let row = Route(
    "row", "/{database}/{table}/{key}", .read, "One row", [.html, .json],
    APIDescription(schema: "RowAnswer") { $1 == .json ? $0.json(.row, $2) : [] }
  ) { call, request in
    if let list = call.mounted, call.known == nil {
      return try await call.view.lists.row(call.match.key, of: list, request)
    }
    return try await RecordResponder(context: call.context, tables: call.tables).answer(
      call.match.key, of: call.match.table, in: call.entry, request)
  }

  static let value = Route(
    "value", "/{database}/{table}/{key}/-/blob/{column}", .read, "One value as bytes", [],
    APIDescription(mediaType: "*/*")
  ) { call, _ in
    try await RecordResponder(context: call.context, tables: call.tables).bytes(
      of: call.match.column, call.match.key, of: call.match.table, in: call.entry)
  }

  static let runQuery = Route(
    "runQuery", "/{database}/{table}/-/run", .write, "Runs a stored query that changes rows",
    post: { try await StoredChangeResponder(call: $0).answer() })

  static let query = Route(
    "query", "/{database}/-/query", .read, "Result of a read-only query", PageFormat.allCases,
    APIDescription(schema: "QueryAnswer", remark: "A parameter :name takes the argument of the same name.") {
      parameters, format, _ in parameters.statement(format)
    }
  ) { call, request in
    let entry = try call.entry, saving = SavedQueryPlace(call.context, entry, call.visitor)
    return try await QueryResponder(context: call.context, subject: QuerySubject(entry: entry, saving: saving))
      .answer(request)
  }

  private static let conditions = """
    Other arguments: filters column=value and column__operator=value, with the operators \
    \(ColumnFilter.Condition.allCases.map(\.rawValue).joined(separator: ", ")); _where with an SQL condition; _through with \
    {"table", "column", "value"} as JSON; _next and _previous with page tokens, as in next_url.
    """
}

extension APIDescription {
  fileprivate static let search = APIDescription(schema: "SearchAnswer") { parameters, _, _ in [parameters.words] }
}
