/// The records of a page as a section: one run of one type.
public struct RecordSection: SectionViewModel {
  /// What stands above the rows.
  public var header: (any SupplementaryViewModel)?
  /// What stands below the rows.
  public var footer: (any SupplementaryViewModel)?
  /// The section's short name in the index strip.
  public var indexTitle: String?
  /// The rows.
  public let page: RecordPage

  /// A section of all the rows of a page.
  public init(_ page: RecordPage) { self.page = page }

  /// Shows the records as one run.
  public func visitCells<Visitor: CellVisitor & ~Copyable>(_ visitor: inout Visitor) throws {
    try visitor.visitRun(Records(page: page))
  }
}

/// The rows of a page, one after the other.
@frozen public struct Records: Sequence, IteratorProtocol, Sendable {
  /// The page that holds them.
  public let page: RecordPage
  @usableFromInline var position = 0

  /// All rows of a page.
  @inlinable public init(page: RecordPage) { self.page = page }

  /// The next row; `nil` after the last.
  @inlinable public mutating func next() -> Record? {
    guard position < page.count else { return nil }
    defer { position &+= 1 }
    return Record(page: page, row: position)
  }
}
