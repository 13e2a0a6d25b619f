import TableRendering

/// `table.html`: a page of rows and columns. What is late differs between the pages of one query.
package struct TableView: NibView {
  /// `facet-panel.html`: what is counted beside the rows.
  struct FacetPanel: NibView { let facetCount: String }

  /// What the owner says about columns.
  struct ColumnNotes: NibView { let notedColumns: [NotedColumn] }

  struct NotedColumn: NibView {
    let notedColumn: String
    let columnNote: HTML
  }

  /// The form of the buttons that move rows.
  struct Moving: NibView {
    let moveForm, moveAction: String
    let returnTo = Late<String?>.late
  }

  var frame: FrameView
  let head: PageHeadView
  var columnNotes: ColumnNotes?
  let listTools = Late<HTML?>.late
  let formsPage: String
  let searchForm: SearchFormView?
  let filterMenu: FilterMenuView?
  let sort: SortMenuView?
  let facetMenu: FacetMenuView?
  let view: ViewMenuView?
  let statementAddress: String?
  let hasFilters: Bool
  let filters: [FilterView]
  let clearAddress: String?
  let tools = Late<HTML?>.late
  let empty: EmptyView?
  var facetPanel: FacetPanel?
  let facets = Late<HTML?>.late
  let index = Late<HTML?>.late
  let moving: Moving?
  let isList, isGrouped, asCells: Bool
  let caption = Late<HTML?>.late
  let header = Late<HTML?>.late
  let gridHead: GridHeadView
  let rows = Late<HTML?>.late
  let insertion = Late<HTML?>.late
  let footer = Late<HTML?>.late
  let newRows = Late<HTML?>.late
  let foot: PageFootView
}
