package import TableModel

/// From the type of a view model, and its variant, to the adapter that draws it. Types become numbers when they are registered.
///
/// A variant that nobody registered is drawn by the plain one's cell. Plain titles (`TitleViewModel`) have a cell from the
/// start, which a registration of one's own replaces.
package struct AdapterMap: Sendable {
  /// The adapters, in order of registration; a position is the slot of a rendering pass.
  package private(set) var adapters: [any AnyCellAdapter] = []
  /// A type's position in the three arrays that follow.
  private var types = TypeSlots()
  /// The slot of the plain variant.
  private var plainSlots: [Int?] = []
  private var hasVariants: [Bool] = []
  private var variantSlots: [[ViewVariant: Int]] = []
  /// Slots that a registration may take over.
  private var replaceable: Set<Int> = []

  /// A map that knows plain titles.
  package init() {
    let title = CellAdapter { TitleCell() }
    add(title, key: ObjectIdentifier(TitleViewModel.self))
    replaceable = [0]
  }

  /// Registers the cells of an adapter. - Throws: `RegistrationError` if its place or its identifier is taken.
  package mutating func register<Cell: TableCell, ViewModel>(
    _ adapter: CellAdapter<Cell, ViewModel>
  ) throws(RegistrationError) {
    let key = ObjectIdentifier(ViewModel.self)
    let taken = types[key].flatMap { variantSlots[$0][adapter.variant] }
    if let taken, !replaceable.contains(taken) {
      throw .repeatedViewModel(
        viewModel: String(describing: ViewModel.self), variant: adapter.variant, first: adapters[taken].reuseIdentifier,
        second: adapter.reuseIdentifier)
    }
    if let other = adapters.indices.first(where: {
      adapters[$0].reuseIdentifier == adapter.reuseIdentifier && $0 != taken
    }) {
      throw .repeatedReuseIdentifier(
        adapter.reuseIdentifier, first: "the cell of \(adapters[other].viewModelType)",
        second: "the cell of \(ViewModel.self)")
    }
    if let taken {
      adapters[taken] = adapter
      replaceable.remove(taken)
    } else {
      add(adapter, key: key)
    }
  }

  /// Whether a cell was registered, other than for headers, footers and their like.
  package var hasCells: Bool { adapters.contains { $0.viewModelType is any CellViewModel.Type } }

  /// The adapter of a view model; `nil` if nobody registered one.
  package subscript(_ viewModel: any ReusableViewModel) -> (any AnyCellAdapter)? {
    types[ObjectIdentifier(type(of: viewModel))].flatMap { slot(ofType: $0, viewModel.variant) }.map { adapters[$0] }
  }

  @inline(__always) package func slot<ViewModel: ReusableViewModel>(of viewModel: ViewModel) -> Int? {
    guard let type = types[ObjectIdentifier(ViewModel.self)] else { return nil }
    return hasVariants[type] ? slot(ofType: type, viewModel.variant) : plainSlots[type]
  }

  /// The one slot of all view models of a type; `nil` if there is none, or several.
  @inline(__always) func onlySlot<ViewModel: ReusableViewModel>(of type: ViewModel.Type) -> Int? {
    guard let type = types[ObjectIdentifier(type)], !hasVariants[type] else { return nil }
    return plainSlots[type]
  }

  private func slot(ofType type: Int, _ variant: ViewVariant) -> Int? {
    variantSlots[type][variant] ?? plainSlots[type]
  }

  private mutating func add(_ adapter: some AnyCellAdapter, key: ObjectIdentifier) {
    let slot = adapters.count
    adapters.append(adapter)
    let type = types[key] ?? plainSlots.count
    if type == plainSlots.count {
      types.insert(key, type)
      plainSlots.append(nil)
      hasVariants.append(false)
      variantSlots.append([:])
    }
    variantSlots[type][adapter.variant] = slot
    if adapter.variant == .plain { plainSlots[type] = slot } else { hasVariants[type] = true }
  }
}
