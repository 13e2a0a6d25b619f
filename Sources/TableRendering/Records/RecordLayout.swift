/// How the rows of a grid are written.
package enum RecordLayout: Sendable, Hashable {
  /// Cells of a grid, on every screen.
  case grid
  /// Cells of a grid that phones show as a list: each value carries the title of its column.
  case cells
}
