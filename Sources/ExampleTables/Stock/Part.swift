import TablePages

/// A part in store. Parts of another one stand below it, a level further in.
struct PartViewModel: CellViewModel {
  var id: RowKey
  var name: String
  var shelf: String
  var count: Int
  var level = 0

  var indentationLevel: Int { level }

  /// The columns of the grid that parts stand in.
  static let schema = RecordSchema(
    "stock", columns: [("Part", .text), ("Shelf", .text), ("In stock", .number(fractionDigits: 0))])
}

/// Draws a part as a row of a grid: its cells have the order of the columns.
struct PartCell: OutletCell {
  static let nib = """
    <tr><th scope="row"><bdi>{{name}}</bdi></th><td data-label="Shelf">{{shelf}}</td>\
    <td class="number" data-label="In stock">{{count}}</td></tr>

    """

  @Outlet var name: String
  @Outlet var shelf: String
  @Outlet var count: Int

  func configure(with part: PartViewModel) {
    name = part.name
    shelf = part.shelf
    count = part.count
  }
}
