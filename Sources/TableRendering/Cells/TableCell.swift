public import TableModel

/// Draws one kind of view model: a row, a header or a footer. One instance per rendering pass is handed out again for every row.
///
/// What a cell draws goes inside of what the table draws around it (the list item, the link, the accessory); in a grid it is
/// the whole `<tr>`, and in a section's header it stands in a heading, so only phrasing content fits there.
public protocol TableCell: SendableMetatype {
  /// What it draws.
  associatedtype ViewModel: ReusableViewModel
  /// The name it is registered and counted under. The type's name unless said otherwise.
  static var reuseIdentifier: String { get }
  /// The height to reserve for such a cell, in CSS pixels; a view model's own hint wins. `nil` reserves nothing.
  static var preferredHeight: Int? { get }
  /// Called before the instance draws another row: nothing of the last row may show in the next.
  mutating func prepareForReuse()
  /// Writes the cell.
  mutating func draw(_ viewModel: ViewModel, into html: inout ByteSink)
  /// Draws rows that follow each other, and answers how many there were. The default draws one by one; a cell may do better,
  /// and still owes each row a clean start.
  mutating func drawRun<Cells: Sequence>(_ cells: Cells, into html: inout ByteSink) -> Int
  where Cells.Element == ViewModel
}

extension TableCell {
  /// The type's name.
  public static var reuseIdentifier: String { String(describing: Self.self) }
  /// No height is reserved.
  public static var preferredHeight: Int? { nil }
  /// Nothing to do for cells that keep nothing.
  public mutating func prepareForReuse() {}

  /// Draws one by one.
  public mutating func drawRun<Cells: Sequence>(_ cells: Cells, into html: inout ByteSink) -> Int
  where Cells.Element == ViewModel {
    var drawn = 0
    for viewModel in cells {
      prepareForReuse()
      draw(viewModel, into: &html)
      drawn &+= 1
    }
    return drawn
  }
}
