package import RichTextRendering
package import TableModel
package import TextCoding

extension SiteFile {
  /// What is said about one table or view: how it is called, and how its pages show it. Its rows stay what they are.
  package struct Table: Sendable {
    /// Its name in the database.
    package var name: String
    /// What pages call it.
    package var title: String?
    /// What it holds.
    package var description: RichText?
    /// What is said about its columns, in the order of the file.
    package var columns: [Column] = []
    /// The columns that come first, in order; the others follow.
    package var columnOrder: [PlacedName] = []
    /// The columns that say what a row is called.
    package var labelColumns: [PlacedName] = []
    /// The full-text index that it is searched by, though the database doesn't say that it is one of it.
    package var searchIndex: PlacedName?
    /// The column that holds what that index calls its row ID; `nil` for the row ID itself.
    package var searchKey: PlacedName?
    /// The order in which its rows stand when nobody asks for another.
    package var sort: [(column: PlacedName, isDescending: Bool)] = []
    /// The columns that it can be sorted by; `nil` for all.
    package var sortableColumns: [PlacedName]?
    /// Rows of a page when nobody asks for another number.
    package var size: Int?
    /// What is counted beside the rows when nobody asks for anything else.
    package var facets: [(kind: Facet.Kind, column: PlacedName)] = []
    /// Values of each facet; `nil` for the default.
    package var facetSize: Int?
    /// Whether lists of tables leave it out. It is no secret: its address works.
    package var isHidden = false
    /// What may be written where writing is allowed at all; `nil` if nothing is said.
    package var editable: Editing?
    /// Which nibs draw which rows: the first rule that a row meets is the row's own. None for rows and columns.
    package var cells: [CellRule] = []
    /// The nib that stands in place of rows where there are none.
    package var empty: PlacedName?
    /// What its rows are put together by.
    package var sections: Sections?
    /// The column that names the row above, which makes the rows a tree.
    package var tree: PlacedName?
    /// The column that holds the order of the rows, in which they can be moved where writing is allowed at all.
    package var move: PlacedName?
    /// What can be done to its rows by one press, where writing is allowed at all.
    package var actions: [Action] = []
    /// Where it stands in the site file.
    package var place: SourcePlace?
    /// Further words about it, such as its license.
    package var notes: [(key: String, value: JSONValue)] = []

    /// Says nothing about a table.
    package init(name: String) { self.name = name }
  }

  /// What may be written to a table.
  package enum Editing: Sendable, Hashable {
    /// Nothing.
    case nothing
    /// Rows may be inserted, changed and deleted.
    case everything
    /// The values of these columns may be changed.
    case columns([PlacedName])
  }

  /// What is said about one column.
  package struct Column: Sendable {
    /// Its name in the table.
    package var name: PlacedName
    /// What pages call it.
    package var title: String?
    /// What its values are.
    package var description: RichText?
    /// How its values are shown; `nil` as they are found to be.
    package var type: FieldType?
    /// How its numbers are written.
    package var format: ValueFormat?
    /// What its numbers are measured in.
    package var unit: String?
    /// The nib that draws its values.
    package var nib: PlacedName?
    /// Whether pages of rows leave it out unless it is asked for. It is no secret: data formats and the row's own page have it.
    package var isHidden = false

    /// Says nothing about a column.
    package init(name: PlacedName) { self.name = name }
  }
}
