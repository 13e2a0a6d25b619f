/// The records of a page as a section: one run of one type.
package struct RecordSection: SectionViewModel {
  /// What stands above the rows.
  package var header: (any SupplementaryViewModel)?
  /// What stands below the rows.
  package var footer: (any SupplementaryViewModel)?
  /// The section's short name in the index strip.
  package var indexTitle: String?
  /// The rows.
  package let page: RecordPage
  /// The sections of a table that the rows stand in; empty for rows that are one section.
  package var groups: [Group] = []

  /// Rows of one section of a table.
  package struct Group: Sendable {
    /// Positions on the page.
    package var rows: Range<Int>
    /// The section as its source made it: its rows may be more than their columns.
    package var section: any SectionViewModel
  }

  /// The groups as sections of records.
  package var divided: [RecordRangeSection] {
    groups.map { group in
      var records = RecordRangeSection(page, rows: group.rows)
      let section = group.section
      (records.header, records.footer, records.indexTitle) = (section.header, section.footer, section.indexTitle)
      records.place = section.place
      return records
    }
  }

  /// A section of all the rows of a page.
  package init(_ page: RecordPage) { self.page = page }

  /// Shows the records as one run.
  package func visitCells<Visitor: CellVisitor & ~Copyable>(_ visitor: inout Visitor) throws {
    try visitor.visitRun(Records(page: page))
  }
}

/// Some records of a page as a section: one run of one type.
package struct RecordRangeSection: SectionViewModel {
  /// What stands above the rows.
  package var header: (any SupplementaryViewModel)?
  /// What stands below the rows.
  package var footer: (any SupplementaryViewModel)?
  /// The section's short name in the index strip.
  package var indexTitle: String?
  /// Where the section stands in its table; `nil` for one that only its rows make.
  package var place: Int?
  private let page: RecordPage
  private let rows: Range<Int>

  /// A section of some rows of a page.
  package init(_ page: RecordPage, rows: Range<Int>) {
    self.page = page
    self.rows = rows
  }

  /// Shows the records as one run.
  package func visitCells<Visitor: CellVisitor & ~Copyable>(_ visitor: inout Visitor) throws {
    try visitor.visitRun(Records(page: page, rows: rows))
  }
}

/// The rows of a page, one after the other.
@frozen public struct Records: Sequence, IteratorProtocol, Sendable {
  /// The page that holds them.
  public let page: RecordPage
  @usableFromInline var position: Int
  @usableFromInline let end: Int

  /// All rows of a page.
  @inlinable public init(page: RecordPage) {
    self.page = page
    position = 0
    end = page.count
  }

  /// Some rows of a page.
  @inlinable public init(page: RecordPage, rows: Range<Int>) {
    self.page = page
    let rows = rows.clamped(to: 0..<page.count)
    position = rows.lowerBound
    end = rows.upperBound
  }

  /// The rows that are left, as positions on the page.
  @inlinable public var rows: Range<Int> { position..<end }

  /// The next row; `nil` after the last.
  @inlinable public mutating func next() -> Record? {
    guard position < end else { return nil }
    defer { position &+= 1 }
    return Record(page: page, row: position)
  }
}
