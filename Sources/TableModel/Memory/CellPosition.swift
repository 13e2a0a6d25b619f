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

  /// Where the row at a place among those of all sections stands; `nil` before the first and behind the last. O(sections).
  /// - Parameter rowCounts: how many rows each section has.
  init?(place: Int, rowCounts: [Int]) {
    guard place >= 0 else { return nil }
    var rest = place
    for (section, count) in rowCounts.enumerated() {
      if rest < count {
        self.init(section: section, row: rest)
        return
      }
      rest -= count
    }
    return nil
  }

  /// The place some rows below, or above for a negative number. The largest number stands for the end of a section, however far that is,
  /// and stays so.
  package func moved(by rows: Int) -> CellPosition {
    let (row, overflows) = self.row.addingReportingOverflow(rows)
    return self.row == .max || overflows ? self : CellPosition(section: section, row: row)
  }
}

extension CellPosition: CustomStringConvertible {
  /// The place in words, counted from 1 as people do.
  public var description: String { "row \(Self.ordinal(row)) of section \(Self.ordinal(section))" }

  private static func ordinal(_ number: Int) -> Int { number == .max ? number : number + 1 }
}
