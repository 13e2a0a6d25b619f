/// Which rows of a table in memory are meant, in which order, as places among the rows of all sections.
struct RowOrder: Sendable {
  /// The rows of one section that follow each other.
  struct Run: Sendable {
    /// Where the section stands in the table; `nil` for rows that are sorted across sections.
    var section: Int?
    /// Positions in the order.
    var rows: Range<Int>
  }

  /// The places of the rows; `nil` for all of them as they stand.
  private let places: [Int]?
  /// What tells this order from others of the same table, in page tokens; empty for the table's own.
  let identity: String
  let count: Int
  let runs: [Run]
  /// How many rows each section of the table has.
  let rowCounts: [Int]

  /// The table as it stands.
  init(_ contents: TableContents<some CellViewModel>) {
    places = nil
    identity = ""
    count = contents.rowCount
    rowCounts = contents.rowCounts
    var start = 0
    runs = rowCounts.enumerated().map { section, count in
      defer { start += count }
      return Run(section: section, rows: start..<(start + count))
    }
  }

  /// Some rows of the table.
  /// - Parameters:
  ///   - places: in the order of the page.
  ///   - isSorted: whether they are sorted across sections, which then don't show.
  init(_ places: [Int], of contents: TableContents<some CellViewModel>, isSorted: Bool, identity: String) {
    self.places = places
    self.identity = identity
    count = places.count
    rowCounts = contents.rowCounts
    guard !isSorted else {
      runs = places.isEmpty ? [] : [Run(section: nil, rows: 0..<places.count)]
      return
    }
    var runs: [Run] = []
    var (position, end) = (0, 0)
    for (section, count) in rowCounts.enumerated() {
      end += count
      let start = position
      while position < places.count, places[position] < end { position += 1 }
      if start < position { runs.append(Run(section: section, rows: start..<position)) }
    }
    self.runs = runs
  }

  /// The place of the row at a position.
  subscript(_ position: Int) -> Int { places?[position] ?? position }

  /// Where the row at a position stands; `nil` if there is none. O(sections).
  func cell(_ position: Int) -> CellPosition? {
    position >= 0 && position < count ? CellPosition(place: self[position], rowCounts: rowCounts) : nil
  }

  /// The position of the row at a place; `nil` if it isn't among the rows. O(rows) unless the order is the table's own.
  func position(ofPlace place: Int) -> Int? {
    guard let places else { return place < count ? place : nil }
    return places.firstIndex(of: place)
  }
}
