package import TableModel

/// What went wrong on a page that could be shown all the same; for the log.
package enum RenderingProblem: Sendable, Equatable, CustomStringConvertible {
  /// Nobody registered a cell for this type of view model: a placeholder stands in its place.
  case unregistered(viewModel: String, variant: ViewVariant)
  /// A row leads to an address that `WebAddress` doesn't allow: it leads nowhere.
  case refusedLink(row: RowKey)
  /// The values of a row couldn't be encoded: JSON has null in their place.
  case notEncodable(row: RowKey, reason: String)

  /// What is wrong, and what to do.
  package var description: String {
    switch self {
    case .unregistered(let viewModel, let variant):
      "no cell is registered for \(viewModel)" + (variant == .plain ? "" : " in variant \(variant.number)")
        + ": a placeholder is shown; register an adapter for it"
    case .refusedLink(let row): "the link of row \(row) is neither http, https, mailto nor relative: it was removed"
    case .notEncodable(let row, let reason): "the values of row \(row) can't be written as JSON: \(reason)"
    }
  }
}
