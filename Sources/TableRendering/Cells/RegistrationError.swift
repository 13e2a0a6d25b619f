public import TableModel

/// Why a cell can't be registered: found when the server starts, not when a row is drawn.
public enum RegistrationError: Error, Sendable, Equatable {
  /// The nib shows a slot that the cell has no outlet for.
  case unfilledSlot(cell: String, nib: String, slot: String)
  /// The cell has an outlet that the nib doesn't show.
  case missingSlot(cell: String, nib: String, outlet: String)
  /// The nib shows itself through a partial, which only lists and nested values can end.
  case recursiveNib(cell: String, nib: String)
  /// Two cells have one reuse identifier.
  case repeatedReuseIdentifier(String, first: String, second: String)
  /// Two cells draw one type of view model in one variant.
  case repeatedViewModel(viewModel: String, variant: ViewVariant, first: String, second: String)
}

extension RegistrationError: CustomStringConvertible {
  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .unfilledSlot(let cell, let nib, let slot):
      "\(nib) shows {{\(slot)}}, but \(cell) has no outlet for it: add `@Outlet var \(slot): String` to \(cell), or remove the tag"
    case .missingSlot(let cell, let nib, let outlet):
      "\(cell) has `@Outlet var \(outlet)`, but \(nib) doesn't show it: add {{\(outlet)}} to the nib, or remove the outlet"
    case .recursiveNib(let cell, let nib):
      "\(nib), the nib of \(cell), includes itself through a partial: write the levels out"
    case .repeatedReuseIdentifier(let identifier, let first, let second):
      "\(first) and \(second) both have the reuse identifier \(identifier): give one of them another `reuseIdentifier`"
    case .repeatedViewModel(let viewModel, let variant, let first, let second):
      "\(viewModel)" + (variant == .plain ? "" : " in variant \(variant.number)")
        + " is already drawn by \(first): register "
        + "\(second) for another view model or another variant"
    }
  }
}
