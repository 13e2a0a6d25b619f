import SiteConfiguration
import SiteTables
package import TableRendering

/// The nibs of the product's own pages, each compiled once: parts of pages when the server starts, most pages when they are first shown.
package struct PageNibs: Sendable {
  package let table: PageNib<TableView>
  package let list: PageNib<ListView>
  /// What stands around the list of the tables of a site or of a database, and the list.
  let home: PageNib<HomeView>
  let homeList: PageNib<HomeListView>
  let database: PageNib<DatabaseView>
  let databaseList: PageNib<DatabaseListView>
  /// A table in the list of a database.
  let databaseTable: ViewNib<DatabaseTablesView.Table>
  /// The page of a row, and what is filled into it.
  let row: PageNib<RowView>
  let rowActions: PageNib<RowActionsView>
  let rowReferences: PageNib<RowReferencesView>
  let rowsInPlace: PageNib<RowsInPlaceView>
  package let error: ViewNib<ErrorView>
  package let query: PageNib<QueryView>
  package let search: PageNib<SearchView>
  package let count: PageNib<CountView>
  /// What can be done with a column, or with a value in it; and all columns.
  package let gridMenu: PageNib<GridMenuView>
  package let columns: PageNib<ColumnsView>
  package let jump: PageNib<JumpView>
  package let keys: PageNib<KeysView>
  package let introspection: PageNib<IntrospectionView>
  package let schema: PageNib<SchemaView>
  /// The facets of a table beside its rows, and on a page of their own.
  package let facetSections: ViewNib<FacetSectionsView>
  package let facets: PageNib<FacetsView>
  /// The rows of a table in groups.
  package let groups: PageNib<GroupsView>
  /// All conditions on the rows of a table.
  package let filters: PageNib<FiltersView>
  /// What happened to a change, below the top bar.
  let flash: ViewNib<FlashView>
  /// Where rows are edited, or asked about before they are.
  let editPage: ViewNib<EditPageView>
  /// The visitor's last changes.
  package let changes: PageNib<ChangesView>
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
  private let checks: [@Sendable () throws -> Void]

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
    var checks: [@Sendable () throws -> Void] = []
    func page<View>(_ name: String) -> PageNib<View> {
      let page = PageNib<View>(name, sources)
      checks.append { _ = try page.nib() }
      return page
    }
    table = page("table")
    list = page("list")
    home = page("home")
    homeList = page("home-list")
    database = page("database")
    databaseList = page("database-list")
    databaseTable = try joined("database-table")
    row = page("row")
    rowActions = page("row-actions")
    rowReferences = page("row-references")
    rowsInPlace = page("rows-in-place")
    error = try joined("error")
    query = page("query")
    search = page("search")
    count = page("count")
    jump = page("jump")
    gridMenu = page("grid-menu")
    columns = page("columns")
    keys = page("keys")
    introspection = page("introspection")
    schema = page("schema")
    facetSections = try joined("facet-sections")
    facets = page("facets")
    groups = page("groups")
    filters = page("filters")
    flash = try joined("flash")
    editPage = try joined("edit-page")
    changes = page("changes")
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
    self.checks = checks
    // The owner is told of a mistake at once. Those that the product comes with have none.
    if file.frame != nil { try check() }
  }

  /// Compiles those that no page has shown yet.
  /// - Throws: `NibError`, which says where one is wrong.
  func check() throws { for check in checks { try check() } }

  /// Those of a site without a frame of its own: compiled once, however often its file is read again.
  static let standard = Result { try PageNibs() }
}
