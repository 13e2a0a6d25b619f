import Synchronization

/// A section of a table that is kept in memory. It knows who it is, so that it can be found again after others moved.
public struct TableSection<Row: CellViewModel>: Sendable, Identifiable {
  /// Says which section it is; copies of a section share it.
  @frozen public struct ID: Hashable, Sendable {
    let number: UInt64
  }

  /// Which section this is.
  public let id: ID
  /// What the section is called.
  public var title: String
  /// What stands above the rows; the title, unless it is something else.
  public var header: (any SupplementaryViewModel)?
  /// What stands below the rows.
  public var footer: (any SupplementaryViewModel)?
  /// The short name of the section in the index strip.
  public var indexTitle: String?
  /// The rows, in order.
  public internal(set) var rows: [Row]

  /// A section that belongs to no table yet; `TableContents.addSection(_:)` takes it in.
  public init(
    _ title: String = "", header: (any SupplementaryViewModel)? = nil, footer: (any SupplementaryViewModel)? = nil,
    indexTitle: String? = nil, rows: [Row] = []
  ) {
    id = ID(number: nextSection.wrappingAdd(1, ordering: .relaxed).oldValue)
    self.title = title
    self.header = header ?? (title.isEmpty ? nil : TitleViewModel(title))
    self.footer = footer
    self.indexTitle = indexTitle
    self.rows = rows
  }

  /// The same section, whose rows a table or an edit keeps in another way.
  init(_ section: TableSection<some CellViewModel>, rows: [Row]) {
    id = ID(number: section.id.number)
    title = section.title
    header = section.header
    footer = section.footer
    indexTitle = section.indexTitle
    self.rows = rows
  }
}

/// The number that the next section of this process gets.
private let nextSection = Atomic<UInt64>(0)
