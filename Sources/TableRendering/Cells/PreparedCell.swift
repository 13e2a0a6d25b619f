internal import TableModel

/// A reusable cell of a rendering pass.
///
/// Three steps of a class hierarchy instead of a protocol: the middle one knows the view model's type and not the cell's,
/// so a pass that has looked the type up can go there with one pointer and no dynamic cast.
package class AnyPreparedCell {
  /// The identifier that its adapter is registered under.
  package let reuseIdentifier: String
  /// How often the cell was handed out since this was last set to zero.
  var dequeued = 0
  /// Whether it was made since the counters were last read.
  var isNew = true
  let preferredHeight: Int?

  init(reuseIdentifier: String, preferredHeight: Int?) {
    self.reuseIdentifier = reuseIdentifier
    self.preferredHeight = preferredHeight
  }
}

/// A prepared cell by what it draws. `PreparedCell` overrides both functions; this class is never made itself.
class DrawingCell<ViewModel: ReusableViewModel>: AnyPreparedCell {
  func draw(_ viewModel: ViewModel, into html: inout ByteSink) {}
  func drawRun<Cells: Sequence>(_ cells: Cells, into html: inout ByteSink) -> Int where Cells.Element == ViewModel { 0 }
}

final class PreparedCell<Cell: TableCell>: DrawingCell<Cell.ViewModel> {
  private var cell: Cell

  init(_ cell: Cell, reuseIdentifier: String, preferredHeight: Int?) {
    self.cell = cell
    super.init(reuseIdentifier: reuseIdentifier, preferredHeight: preferredHeight)
  }

  override func draw(_ viewModel: Cell.ViewModel, into html: inout ByteSink) {
    dequeued &+= 1
    cell.prepareForReuse()
    cell.draw(viewModel, into: &html)
  }

  override func drawRun<Cells: Sequence>(_ cells: Cells, into html: inout ByteSink) -> Int
  where Cells.Element == Cell.ViewModel {
    let drawn = cell.drawRun(cells, into: &html)
    dequeued &+= drawn
    return drawn
  }
}
