public import TableModel

/// Makes cells of one kind. The `where` clause keeps a promise: a cell and its view model fit, or it does not compile.
public struct CellAdapter<Cell: TableCell, ViewModel>: AnyCellAdapter where Cell.ViewModel == ViewModel {
  /// The name that its cells are counted under.
  package let reuseIdentifier: String
  /// The height to reserve for such a cell, in CSS pixels.
  package let preferredHeight: Int?
  /// Which view models of the type its cells draw.
  package let variant: ViewVariant
  private let makeCell: @Sendable () -> Cell

  /// An adapter for the cells that `makeCell` makes, one for each rendering pass. The identifier and the height are those of the
  /// cell type unless given; `variant` says which view models of the type they draw.
  public init(
    reuseIdentifier: String? = nil, preferredHeight: Int? = nil, variant: ViewVariant = .plain,
    _ makeCell: @escaping @Sendable () -> Cell
  ) {
    self.reuseIdentifier = reuseIdentifier ?? Cell.reuseIdentifier
    self.preferredHeight = preferredHeight ?? Cell.preferredHeight
    self.variant = variant
    self.makeCell = makeCell
  }

  /// What its cells draw.
  package var viewModelType: any ReusableViewModel.Type { ViewModel.self }

  /// A cell that can be handed out.
  package func prepareCell() -> AnyPreparedCell {
    PreparedCell(makeCell(), reuseIdentifier: reuseIdentifier, preferredHeight: preferredHeight)
  }
}

/// An adapter whose cell type is forgotten, so that a map can hold all of them. `CellAdapter` is the one there is.
package protocol AnyCellAdapter: Sendable {
  /// The name that its cells are counted under; no other adapter of a map has it.
  var reuseIdentifier: String { get }
  /// The height to reserve for such a cell, in CSS pixels.
  var preferredHeight: Int? { get }
  /// What its cells draw.
  var viewModelType: any ReusableViewModel.Type { get }
  /// Which view models of the type its cells draw.
  var variant: ViewVariant { get }
  /// A cell that can be handed out.
  func prepareCell() -> AnyPreparedCell
}
