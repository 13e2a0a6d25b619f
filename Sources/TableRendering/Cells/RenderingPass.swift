internal import TableModel

/// The reusable cells of one page that is being drawn: made when first needed, dequeued for every row after that.
///
/// Not for several threads at once; `RenderingPool` hands out one at a time.
package final class RenderingPass {
  /// What draws what.
  package let adapters: AdapterMap
  private var prepared: [AnyPreparedCell?]

  /// A pass without any cells yet.
  package init(_ adapters: AdapterMap) {
    self.adapters = adapters
    prepared = Array(repeating: nil, count: adapters.adapters.count)
  }

  /// How many cells were made, and how often they were handed out, by adapter. Since the pass was made, or came from a pool.
  package var counts: [ReuseCount] {
    zip(adapters.adapters, prepared).map { adapter, cell in
      ReuseCount(
        reuseIdentifier: adapter.reuseIdentifier, created: cell?.isNew == true ? 1 : 0, dequeued: cell?.dequeued ?? 0)
    }
  }

  /// `nil` for a view model that nobody registered a cell for; the writer shows a placeholder.
  @inline(__always) func dequeue<ViewModel: ReusableViewModel>(for viewModel: ViewModel) -> DrawingCell<ViewModel>? {
    adapters.slot(of: viewModel).map { cell(in: $0) }
  }

  /// `nil` also if the cell depends on the view model's variant.
  @inline(__always) func dequeue<ViewModel: ReusableViewModel>(forAll type: ViewModel.Type) -> DrawingCell<ViewModel>? {
    adapters.onlySlot(of: type).map { cell(in: $0) }
  }

  @inline(__always) private func cell<ViewModel>(in slot: Int) -> DrawingCell<ViewModel> {
    let cell = prepared[slot] ?? prepare(slot)
    // Safe: `AdapterMap` answers a slot only for the type of view model whose adapter is in it.
    return unsafeDowncast(cell, to: DrawingCell<ViewModel>.self)
  }

  @inline(never) private func prepare(_ slot: Int) -> AnyPreparedCell {
    let cell = adapters.adapters[slot].prepareCell()
    prepared[slot] = cell
    return cell
  }

  /// Tells the counts of the cells that were used, and starts them again.
  func takeCounts(_ body: (ReuseCount) -> Void) {
    for (slot, cell) in prepared.enumerated() {
      guard let cell, cell.dequeued > 0 || cell.isNew else { continue }
      body(
        ReuseCount(
          reuseIdentifier: adapters.adapters[slot].reuseIdentifier, created: cell.isNew ? 1 : 0, dequeued: cell.dequeued
        ))
      cell.isNew = false
      cell.dequeued = 0
    }
  }
}

/// How the cells of one reuse identifier were used.
package struct ReuseCount: Sendable, Equatable {
  /// The identifier.
  package var reuseIdentifier: String
  /// Instances made.
  package var created: Int
  /// Rows drawn with them.
  package var dequeued: Int
}
