/// What a table in memory holds: its words, its sections and their cells. The generic table model, as a value.
///
/// Every cell's id is unique in it: what would break that throws `TableError.repeatedID` and changes nothing.
public struct TableContents: Sendable {
  /// What the table is called on the page.
  public var title: String
  /// A line below the title; `nil` for none.
  public var summary: String?
  /// How the rows stand on the page.
  public var style: TableStyle
  /// What stands above the first section, on the first page.
  public var header: (any SupplementaryViewModel)?
  /// What stands below the last section, on the last page.
  public var footer: (any SupplementaryViewModel)?
  /// What to show when there are no rows at all; `nil` for the product's own words.
  public var emptyState: (any SupplementaryViewModel)?
  /// Titles of the index strip where they aren't the sections' own; `nil` derives them from the sections.
  public var customIndexTitles: [String]?

  /// The sections, in order.
  public internal(set) var sections: [TableSection] = []
  /// The number of cells of all sections.
  public internal(set) var cellCount = 0
  /// Whose section a cell is in.
  var owners: [RowKey: TableSection.ID] = [:]

  /// A table without sections.
  public init(
    title: String, summary: String? = nil, style: TableStyle = .plain, header: (any SupplementaryViewModel)? = nil,
    footer: (any SupplementaryViewModel)? = nil, emptyState: (any SupplementaryViewModel)? = nil
  ) {
    self.title = title
    self.summary = summary
    self.style = style
    self.header = header
    self.footer = footer
    self.emptyState = emptyState
  }

  /// The section that a new cell goes to; `nil` in a table without sections.
  public var lastSection: TableSection? { sections.last }

  /// The cell at a place; `nil` if there is none. O(1).
  public func cell(at position: CellPosition) -> (any CellViewModel)? {
    guard sections.indices.contains(position.section), sections[position.section].cells.indices.contains(position.row)
    else { return nil }
    return sections[position.section].cells[position.row]
  }

  /// The cell with an id; `nil` if there is none. O(cells of its section).
  public func cell(withID id: RowKey) -> (any CellViewModel)? { position(of: id).flatMap { cell(at: $0) } }

  /// Where the cell with an id stands; `nil` if there is none. O(sections + cells of its section).
  public func position(of id: RowKey) -> CellPosition? {
    guard let owner = owners[id], let section = place(of: owner),
      let row = sections[section].cells.firstIndex(where: { $0.id == id })
    else { return nil }
    return CellPosition(section: section, row: row)
  }

  /// The same, unless it takes more steps than there are.
  func position(of id: RowKey, _ steps: inout WorkSteps) throws -> CellPosition? {
    guard let owner = owners[id], let section = place(of: owner) else { return nil }
    let row = try sections[section].cells.firstIndex {
      try steps.take()
      return $0.id == id
    }
    return row.map { CellPosition(section: section, row: $0) }
  }

  /// Where a section stands; `nil` if it isn't the table's. O(sections).
  public func place(of section: TableSection.ID) -> Int? { sections.firstIndex { $0.id == section } }
}
