/// A group of rows with an optional header, footer and index title.
public protocol SectionViewModel: Sendable {
  /// What stands above the rows.
  var header: (any SupplementaryViewModel)? { get }
  /// What stands below the rows.
  var footer: (any SupplementaryViewModel)? { get }
  /// The short name of the section in the index strip; `nil` keeps it out of the strip.
  var indexTitle: String? { get }
  /// Where the section stands in its table, counted from 0; `nil` if that can't be told. Events of its header and footer name it.
  var place: Int? { get }
  /// Shows every cell to the visitor, in order.
  func visitCells<Visitor: CellVisitor & ~Copyable>(_ visitor: inout Visitor) throws
}

extension SectionViewModel {
  /// No header.
  public var header: (any SupplementaryViewModel)? { nil }
  /// No footer.
  public var footer: (any SupplementaryViewModel)? { nil }
  /// Not in the index strip.
  public var indexTitle: String? { nil }
  /// Not told.
  public var place: Int? { nil }
}

/// Cells of several types, as a person writes them.
public struct MixedSection: SectionViewModel {
  /// What stands above the rows.
  public var header: (any SupplementaryViewModel)?
  /// What stands below the rows.
  public var footer: (any SupplementaryViewModel)?
  /// The section's short name in the index strip.
  public var indexTitle: String?
  /// Where the section stands in its table.
  public var place: Int?
  /// The rows, in order.
  package var cells: [any CellViewModel]

  /// A section of any cells.
  public init(
    header: (any SupplementaryViewModel)? = nil, footer: (any SupplementaryViewModel)? = nil, indexTitle: String? = nil,
    place: Int? = nil, _ cells: [any CellViewModel]
  ) {
    self.header = header
    self.footer = footer
    self.indexTitle = indexTitle
    self.place = place
    self.cells = cells
  }

  /// Shows the cells one by one: each may be of another type.
  public func visitCells<Visitor: CellVisitor & ~Copyable>(_ visitor: inout Visitor) throws {
    for cell in cells { try visitor.visit(cell) }
  }
}

/// Cells of one type: one run, resolved once.
public struct UniformSection<ViewModel: CellViewModel>: SectionViewModel {
  /// What stands above the rows.
  public var header: (any SupplementaryViewModel)?
  /// What stands below the rows.
  public var footer: (any SupplementaryViewModel)?
  /// The section's short name in the index strip.
  public var indexTitle: String?
  /// Where the section stands in its table.
  public var place: Int?
  /// The rows, in order.
  package var cells: [ViewModel]

  /// A section of cells that share a type.
  public init(
    header: (any SupplementaryViewModel)? = nil, footer: (any SupplementaryViewModel)? = nil, indexTitle: String? = nil,
    place: Int? = nil, _ cells: [ViewModel]
  ) {
    self.header = header
    self.footer = footer
    self.indexTitle = indexTitle
    self.place = place
    self.cells = cells
  }

  /// Shows the cells as one run.
  public func visitCells<Visitor: CellVisitor & ~Copyable>(_ visitor: inout Visitor) throws {
    try visitor.visitRun(cells)
  }
}
