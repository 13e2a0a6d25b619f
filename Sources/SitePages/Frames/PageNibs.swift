import SiteConfiguration
import SiteTables
package import TableRendering

/// The nibs of the product's own pages, compiled once when the server starts.
package struct PageNibs: Sendable {
  package let table: ViewNib<TableView>
  package let list: ViewNib<ListView>
  package let home: ViewNib<HomeView>
  package let database: ViewNib<DatabaseView>
  /// A table in the list of a database.
  let databaseTable: ViewNib<DatabaseTablesView.Table>
  package let row: ViewNib<RowView>
  package let error: ViewNib<ErrorView>
  package let query: ViewNib<QueryView>
  package let search: ViewNib<SearchView>
  package let count: ViewNib<CountView>
  /// What can be done with a column, or with a value in it; and all columns.
  package let gridMenu: ViewNib<GridMenuView>
  package let columns: ViewNib<ColumnsView>
  package let jump: ViewNib<JumpView>
  package let keys: ViewNib<KeysView>
  package let introspection: ViewNib<IntrospectionView>
  package let schema: ViewNib<SchemaView>
  /// The facets of a table beside its rows, and on a page of their own.
  package let facetSections: ViewNib<FacetSectionsView>
  package let facets: ViewNib<FacetsView>
  /// The rows of a table in groups.
  package let groups: ViewNib<GroupsView>
  /// All conditions on the rows of a table.
  package let filters: ViewNib<FiltersView>
  /// What happened to a change, below the top bar.
  let flash: ViewNib<FlashView>
  /// Where rows are edited, or asked about before they are.
  let editPage: ViewNib<EditPageView>
  /// The visitor's last changes.
  package let changes: ViewNib<ChangesView>
  /// What can be done with the chosen rows of a grid.
  let gridTools: ViewNib<GridToolsView>
  /// Where a new row of a grid is written.
  let insertionRow: ViewNib<InsertionRowView>
  /// What stands around the rows of lists that visitors can do something with.
  let rowStart: ViewNib<RowStartView>
  let rowEnd: ViewNib<RowEndView>
  let rowFields: ViewNib<RowFieldsView>
  let viewTools: ViewNib<ViewToolsView>
  let listTools: ViewNib<ListToolsView>
  let newRows: ViewNib<NewRowsView>
  /// Who is signed in, and the page for signing in.
  let account: ViewNib<AccountView>
  package let signIn: ViewNib<SignInView>

  /// - Parameters:
  ///   - file: names a nib of the owner's own for the top of every page.
  ///   - own: where that nib is, and the partials that it shows.
  /// - Throws: `NibError`, which says where a nib is wrong.
  init(_ file: SiteFile = SiteFile(), _ own: NibSources = NibSources()) throws {
    var sources = Self.sources
    if let name = file.frame?.text, name != "frame-top", let frame = own.sources[name] {
      // A page shows the frame by its own name, so that mistakes in it are told with that.
      sources = own.sources.merging(sources) { $1 }
      sources[name] = frame
      sources["frame-top"] = "{{> \(name)}}"
      // By itself: every page has what it may show.
      _ = try ViewNib<FrameView>(Nib(frame, named: name, partials: sources))
    }
    func joined<View>(_ name: String) throws -> ViewNib<View> {
      try ViewNib(Nib(Self.sources[name, default: ""], named: name + ".html", partials: sources))
    }
    table = try joined("table")
    list = try joined("list")
    home = try joined("home")
    database = try joined("database")
    databaseTable = try joined("database-table")
    row = try joined("row")
    error = try joined("error")
    query = try joined("query")
    search = try joined("search")
    count = try joined("count")
    jump = try joined("jump")
    gridMenu = try joined("grid-menu")
    columns = try joined("columns")
    keys = try joined("keys")
    introspection = try joined("introspection")
    schema = try joined("schema")
    facetSections = try joined("facet-sections")
    facets = try joined("facets")
    groups = try joined("groups")
    filters = try joined("filters")
    flash = try joined("flash")
    editPage = try joined("edit-page")
    changes = try joined("changes")
    gridTools = try joined("grid-tools")
    insertionRow = try joined("insertion-row")
    rowStart = try joined("row-start")
    rowEnd = try joined("row-end")
    rowFields = try joined("row-fields")
    viewTools = try joined("view-tools")
    listTools = try joined("list-tools")
    newRows = try joined("new-rows")
    account = try joined("account")
    signIn = try joined("sign-in")
  }

  /// Those of a site without a frame of its own: compiled once, however often its file is read again.
  static let standard = Result { try PageNibs() }

  private static let sources: [String: String] = [
    "account": PackageResources.account_html,
    "sign-in": PackageResources.sign_in_html,
    "count": PackageResources.count_html,
    "late-count": PackageResources.late_count_html,
    "search": PackageResources.search_html,
    "search-all": PackageResources.search_all_html,
    "search-section": PackageResources.search_section_html,
    "changes": PackageResources.changes_html,
    "choices": PackageResources.choices_html,
    "database": PackageResources.database_html,
    "database-table": PackageResources.database_table_html,
    "database-queries": PackageResources.database_queries_html,
    "database-tables": PackageResources.database_tables_html,
    "empty": PackageResources.empty_html,
    "error": PackageResources.error_html,
    "export-menu": PackageResources.export_menu_html,
    "facet-form": PackageResources.facet_form_html,
    "facet-menu": PackageResources.facet_menu_html,
    "facet-panel": PackageResources.facet_panel_html,
    "facet-sections": PackageResources.facet_sections_html,
    "facet-suggestions": PackageResources.facet_suggestions_html,
    "facets": PackageResources.facets_html,
    "filter-chips": PackageResources.filter_chips_html,
    "filter-form": PackageResources.filter_form_html,
    "filter-menu": PackageResources.filter_menu_html,
    "filters": PackageResources.filters_html,
    "edit-control": PackageResources.edit_control_html,
    "edit-field": PackageResources.edit_field_html,
    "edit-page": PackageResources.edit_page_html,
    "list-tools": PackageResources.list_tools_html,
    "new-rows": PackageResources.new_rows_html,
    "row-end": PackageResources.row_end_html,
    "row-fields": PackageResources.row_fields_html,
    "row-menu": PackageResources.row_menu_html,
    "row-move": PackageResources.row_move_html,
    "row-start": PackageResources.row_start_html,
    "view-tools": PackageResources.view_tools_html,
    "field-list": PackageResources.field_list_html,
    "flash": PackageResources.flash_html,
    "formats": PackageResources.formats_html,
    "frame-head": PackageResources.frame_head_html,
    "frame-top": PackageResources.frame_top_html,
    "grid-head": PackageResources.grid_head_html,
    "grid-tools": PackageResources.grid_tools_html,
    "groups": PackageResources.groups_html,
    "insertion-row": PackageResources.insertion_row_html,
    "home": PackageResources.home_html,
    "introspection": PackageResources.introspection_html,
    "columns": PackageResources.columns_html,
    "grid-menu": PackageResources.grid_menu_html,
    "jump": PackageResources.jump_html,
    "keys": PackageResources.keys_html,
    "key-mark": PackageResources.key_mark_html,
    "list": PackageResources.list_html,
    "page-foot": PackageResources.page_foot_html,
    "page-head": PackageResources.page_head_html,
    "query": PackageResources.query_html,
    "query-parameters": PackageResources.query_parameters_html,
    "row": PackageResources.row_html,
    "schema": PackageResources.schema_html,
    "search-form": PackageResources.search_form_html,
    "sort-form": PackageResources.sort_form_html,
    "sort-menu": PackageResources.sort_menu_html,
    "table": PackageResources.table_html,
    "view-menu": PackageResources.view_menu_html,
  ].mapValues { String(decoding: $0, as: UTF8.self) }
}
