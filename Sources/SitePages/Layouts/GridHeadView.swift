import TableModel
package import TableRendering

/// `grid-head.html`: the heads of a grid's columns.
package struct GridHeadView: EmbeddedView {
  package struct Column: NibView {
    package var columnTitle: String
    package var editName, sortAddress, ariaSort, order: String?
    var isNumber = false
    var isIdentifier = false
    package var isKey = false
    package var isSorted = false
    package var isDescending = false

    /// The head of a column by which nothing is sorted.
    package init(_ columns: RecordColumns, _ position: Int) {
      columnTitle = columns.title(of: position)
      isNumber = columns.alignmentClass(of: position) == "number"
      isIdentifier = columns.alignmentClass(of: position) == "id"
      isKey = columns.schema.columns[position].isPrimaryKey
    }

    private init(title: String) { columnTitle = title }

    /// For what can be done with each row.
    static let actions = Column(title: "Actions")
  }

  package let columns: [Column]
  var hasRowTools = false
  var hasMoveColumn = false

  package init(columns: [Column], hasRowTools: Bool = false, hasMoveColumn: Bool = false) {
    self.columns = columns
    self.hasRowTools = hasRowTools
    self.hasMoveColumn = hasMoveColumn
  }
}
