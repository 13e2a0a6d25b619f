/// A key that `_extra` adds to the JSON of a table, a row or a query's result.
package enum JSONExtra: String, Hashable, Sendable, CaseIterable {
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
  case databaseColor = "database_color"
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
  /// What only Datasette has: there is nothing to tell here.
  case columnTypeForm = "set_column_type_ui"
  case templates = "custom_table_templates"
}

extension JSONExtra {
  /// What an answer is about; each has extras of its own.
  package enum Subject { case table, row, query }

  /// The extras that answers about something have.
  package static func all(of subject: Subject) -> [JSONExtra] { allCases.filter { $0.subjects.contains(subject) } }

  /// The answers that have it.
  var subjects: Set<Subject> {
    switch self {
    case .columns, .query, .request, .database, .databaseColor, .isPrivate, .metadata, .renderCell, .renderers,
      .columnTypes, .extras,
      .debug:
      [.table, .row, .query]
    case .primaryKeys, .columnDetails, .table, .tableDefinition: [.table, .row]
    case .foreignKeyTables, .version: [.row]
    default: [.table]
    }
  }

  /// A line about it.
  package var summary: String {
    switch self {
    case .count: "Number of matching rows, if known"
    case .countTruncated: "Whether count is a lower bound"
    case .countStatement: "SQL that counts the rows"
    case .columns: "Names of the columns in each row"
    case .allColumns: "Names of all columns"
    case .primaryKeys: "Names of the columns of the primary key"
    case .columnDetails: "Schema of each column"
    case .displayColumns: "Columns as shown on the page"
    case .columnTypes: "Display type of each column"
    case .expandableColumns: "Foreign key columns, with the label column of the referenced table"
    case .facetResults: "Results of the requested facets"
    case .sortedFacetResults: "Facet results as a list, those with the most values first"
    case .facetsTimedOut: "Names of facets that timed out"
    case .suggestedFacets: "Suggested facets"
    case .searchIndex: "Full-text index used for search"
    case .foreignKeyTables: "Tables with rows that reference this row"
    case .humanDescription: "Filters and sort in English"
    case .query: "SQL that reads the rows, with parameters"
    case .request: "The request"
    case .database: "Database name"
    case .databaseColor: "Color of the database"
    case .table: "Table name"
    case .isView: "Whether this is a view"
    case .isPrivate: "Whether access is restricted"
    case .metadata: "Metadata from the site file"
    case .tableDefinition: "SQL that created the table"
    case .viewDefinition: "SQL that created the view"
    case .renderCell: "Values of each row as HTML"
    case .renderers: "Links to other formats"
    case .formHiddenArguments: "Hidden arguments of the page's forms"
    case .levels: "Depth of each row in a tree, in row order"
    case .version: "Row version, for optimistic concurrency"
    case .extras: "All extras"
    case .debug: "The parsed arguments"
    case .columnTypeForm: "Always null: column types are set in the site file"
    case .templates: "Always empty: the site file names nibs"
    }
  }
}
