/// A key that `_extra` adds to the JSON of a table, a row or a query's result.
public enum JSONExtra: String, Hashable, Sendable, CaseIterable {
  case count
  case countTruncated = "count_truncated"
  case countStatement = "count_sql"
  case columns
  case allColumns = "all_columns"
  case primaryKeys = "primary_keys"
  case columnDetails = "column_details"
  case displayColumns = "display_columns"
  case columnTypes = "column_types"
  case expandableColumns = "expandable_columns"
  case facetResults = "facet_results"
  case sortedFacetResults = "sorted_facet_results"
  case facetsTimedOut = "facets_timed_out"
  case suggestedFacets = "suggested_facets"
  case searchIndex = "search_index"
  case foreignKeyTables = "foreign_key_tables"
  case humanDescription = "human_description_en"
  case query, request
  case database, table
  case isView = "is_view"
  case isPrivate = "private"
  case metadata
  case tableDefinition = "table_definition"
  case viewDefinition = "view_definition"
  case renderCell = "render_cell"
  case renderers
  case formHiddenArguments = "form_hidden_args"
  case levels
  case version
  case extras
  case debug
}

extension JSONExtra {
  /// What an answer is about; each has extras of its own.
  enum Subject { case table, row, query }

  /// The extras that answers about something have.
  static func all(of subject: Subject) -> [JSONExtra] { allCases.filter { $0.subjects.contains(subject) } }

  /// The answers that have it.
  var subjects: Set<Subject> {
    switch self {
    case .columns, .query, .request, .database, .isPrivate, .metadata, .renderCell, .renderers, .columnTypes, .extras,
      .debug:
      [.table, .row, .query]
    case .primaryKeys, .columnDetails, .table, .tableDefinition: [.table, .row]
    case .foreignKeyTables, .version: [.row]
    default: [.table]
    }
  }

  /// A line about it.
  var summary: String {
    switch self {
    case .count: "The number of rows that match, as far as it is known"
    case .countTruncated: "Whether there are more rows than count says"
    case .countStatement: "The statement that counts the rows"
    case .columns: "Names of the columns in the rows"
    case .allColumns: "Names of all columns"
    case .primaryKeys: "Names of the columns of the primary key"
    case .columnDetails: "What the schema says of each column"
    case .displayColumns: "The columns as a page shows them"
    case .columnTypes: "How values of each column are shown"
    case .expandableColumns: "Columns that refer to rows elsewhere, with the column that labels those"
    case .facetResults: "The values of the facets that were asked for"
    case .sortedFacetResults: "The facets as a list, those with the most values first"
    case .facetsTimedOut: "Names of the facets that took too long"
    case .suggestedFacets: "Facets that are likely to be of use"
    case .searchIndex: "The full-text index that searches go through"
    case .foreignKeyTables: "Tables with rows that refer to this row"
    case .humanDescription: "Conditions and order in English"
    case .query: "The statement that reads the rows, and its parameters"
    case .request: "The request as it came"
    case .database: "The database's name"
    case .table: "The table's name"
    case .isView: "Whether it is a view"
    case .isPrivate: "Whether only some may see it"
    case .metadata: "What the site says about it"
    case .tableDefinition: "The statement that made the table"
    case .viewDefinition: "The statement that made the view"
    case .renderCell: "The values of each row as HTML"
    case .renderers: "The same in other formats"
    case .formHiddenArguments: "The arguments that a form on the page keeps"
    case .levels: "How deep each row is in a tree, in the order of the rows"
    case .version: "The version of the row, for changes that expect it to be so"
    case .extras: "Every extra that there is"
    case .debug: "What the address was read as"
    }
  }
}
