/// The records of a page as a section: one run of one type.
public struct RecordSection: SectionViewModel {
  public var header: (any SupplementaryViewModel)?
  public var footer: (any SupplementaryViewModel)?
  public var indexTitle: String?
  /// The rows.
  public let page: RecordPage

  /// A section of all the rows of a page.
  public init(_ page: RecordPage) { self.page = page }

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

  @inlinable public mutating func next() -> Record? {
    guard position < page.count else { return nil }
    defer { position &+= 1 }
    return Record(page: page, row: position)
  }
}
