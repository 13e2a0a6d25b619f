/// What a table in memory holds: its words, its sections and their rows. The generic table model, as a value.
///
/// Every row's id is unique in it: what would break that throws `TableError.repeatedID` and changes nothing.
public struct TableContents<Row: CellViewModel>: Sendable {
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
  /// Make the header and the footer of a section from all of its rows as they are; `nil` for those that the section has.
  public var sectionHeader, sectionFooter: Supplementary?

  /// Makes a header or a footer from a section.
  public typealias Supplementary = @Sendable (TableSection<Row>) -> (any SupplementaryViewModel)?

  /// The sections, in order.
  public internal(set) var sections: [TableSection<Row>] = []
  /// The number of rows of all sections.
  package internal(set) var rowCount = 0
  /// Which section a row is in.
  var owners: [RowKey: TableSection<Row>.ID] = [:]

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

  /// The section that a new row goes to; `nil` in a table without sections.
  public var lastSection: TableSection<Row>? { sections.last }

  func header(of section: TableSection<Row>) -> (any SupplementaryViewModel)? {
    sectionHeader?(section) ?? section.header
  }

  func footer(of section: TableSection<Row>) -> (any SupplementaryViewModel)? {
    sectionFooter?(section) ?? section.footer
  }

  /// The row at a place; `nil` if there is none. O(1).
  public func row(at position: CellPosition) -> Row? {
    guard position.section >= 0, position.section < sections.count else { return nil }
    let rows = sections[position.section].rows
    return position.row >= 0 && position.row < rows.count ? rows[position.row] : nil
  }

  /// The row with an id; `nil` if there is none. O(rows of its section).
  public func row(withID id: RowKey) -> Row? { position(of: id).flatMap { row(at: $0) } }

  /// Where the row with an id stands; `nil` if there is none. O(sections + rows of its section).
  public func position(of id: RowKey) -> CellPosition? {
    var steps = WorkSteps(limit: .max)
    return try? position(of: id, &steps)
  }

  /// The same, unless it takes more steps than there are.
  func position(of id: RowKey, _ steps: inout WorkSteps) throws -> CellPosition? {
    guard let owner = owners[id], let section = place(of: owner) else { return nil }
    let row = try sections[section].rows.firstIndex {
      try steps.take()
      return $0.id == id
    }
    return row.map { CellPosition(section: section, row: $0) }
  }

  /// Where a section stands; `nil` if it isn't the table's. O(sections).
  package func place(of section: TableSection<Row>.ID) -> Int? { sections.firstIndex { $0.id == section } }
}
