/// Where a cell stands in a table: the section, and the row within it, both counted from 0.
public struct CellPosition: Sendable, Hashable {
  /// The section's place in the table.
  public var section: Int
  /// The cell's place in its section.
  public var row: Int

  /// A place in a table.
  public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }
}

extension CellPosition: CustomStringConvertible {
  /// The place in words, counted from 1 as people do.
  public var description: String { "row \(row + 1) of section \(section + 1)" }
}
