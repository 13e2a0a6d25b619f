import TableModel
import TableRendering

/// `grid-head.html`: the heads of a grid's columns.
struct GridHeadView: EmbeddedView {
  struct Column: NibView {
    var columnTitle: String
    var editName, sortAddress, ariaSort, order: String?
    var isNumber = false
    var isIdentifier = false
    var isKey = false
    var isSorted = false
    var isDescending = false

    /// The head of a column by which nothing is sorted.
    init(_ columns: RecordColumns, _ position: Int) {
      columnTitle = columns.title(of: position)
      isNumber = columns.alignmentClass(of: position) == "number"
      isIdentifier = columns.alignmentClass(of: position) == "identifier"
      isKey = columns.schema.columns[position].isPrimaryKey
    }

    private init(title: String) { columnTitle = title }

    /// For what can be done with each row.
    static let actions = Column(title: "Actions")
  }

  let columns: [Column]
  var hasRowTools = false
  var hasMoveColumn = false
}
