import Synchronization

/// A section of a table that is kept in memory. It knows who it is, so that it can be found again after others moved.
public struct TableSection: SectionViewModel, Identifiable {
  /// Says which section it is; copies of a section share it.
  @frozen public struct ID: Hashable, Sendable {
    let number: UInt64
  }

  /// Which section this is.
  public let id: ID
  /// What stands above the rows.
  public var header: (any SupplementaryViewModel)?
  /// What stands below the rows.
  public var footer: (any SupplementaryViewModel)?
  /// The short name of the section in the index strip.
  public var indexTitle: String?
  /// The rows, in order.
  public internal(set) var cells: [any CellViewModel]

  /// A section that belongs to no table yet; `TableContents.adopt(_:)` takes it in.
  public init(
    header: (any SupplementaryViewModel)? = nil, footer: (any SupplementaryViewModel)? = nil, indexTitle: String? = nil,
    cells: [any CellViewModel] = []
  ) {
    id = ID(number: nextSection.wrappingAdd(1, ordering: .relaxed).oldValue)
    self.header = header
    self.footer = footer
    self.indexTitle = indexTitle
    self.cells = cells
  }

  /// Shows every cell to the visitor, in order.
  public func visitCells<Visitor: CellVisitor & ~Copyable>(_ visitor: inout Visitor) throws {
    for cell in cells { try visitor.visit(cell) }
  }
}

/// The number that the next section of this process gets.
private let nextSection = Atomic<UInt64>(0)
