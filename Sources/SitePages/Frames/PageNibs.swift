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
    var sources = PageFiles.nibs
    if let name = file.frame?.text, name != "frame-top", let frame = own.sources[name] {
      // A page shows the frame by its own name, so that mistakes in it are told with that.
      sources = own.sources.merging(sources) { $1 }
      sources[name] = frame
      sources["frame-top"] = "{{> \(name)}}"
      // By itself: every page has what it may show.
      _ = try ViewNib<FrameView>(Nib(frame, named: name, partials: sources))
    }
    func joined<View>(_ name: String) throws -> ViewNib<View> {
      try ViewNib(Nib(PageFiles.nibs[name, default: ""], named: name + ".html", partials: sources))
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
}
