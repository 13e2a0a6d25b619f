/// A row of a table in memory whose rows are of several kinds: `MemoryTable<AnyRow>`.
///
/// It is how such a table keeps them. Pages, handlers and columns get the rows themselves.
public struct AnyRow: CellViewModel {
  /// The row itself.
  public let base: any CellViewModel

  /// A row of any kind.
  public init(_ base: any CellViewModel) { self.base = base.unwrapped }

  /// Which row it is.
  public var id: RowKey { base.id }

  /// Encodes the row itself.
  public func encode(to encoder: any Encoder) throws { try base.encode(to: encoder) }
}

extension CellViewModel {
  /// The row itself, of a table of several kinds too.
  var unwrapped: any CellViewModel { (self as? AnyRow)?.base ?? self }

  /// A row as tables of this kind keep it; `nil` if it is of another kind.
  static func row(_ cell: any CellViewModel) -> Self? { cell.unwrapped as? Self ?? AnyRow(cell) as? Self }
}

extension TableSection where Row == AnyRow {
  /// A section of rows of several kinds.
  public init(
    _ title: String = "", header: (any SupplementaryViewModel)? = nil, footer: (any SupplementaryViewModel)? = nil,
    indexTitle: String? = nil, rows: [any CellViewModel]
  ) {
    self.init(title, header: header, footer: footer, indexTitle: indexTitle, rows: rows.map(AnyRow.init))
  }
}

extension TableContents where Row == AnyRow {
  /// Adds a row of any kind behind all others.
  /// - Throws: `TableError.repeatedID` if the table has a row with this id.
  public mutating func add(_ row: some CellViewModel) throws { try add(AnyRow(row)) }
}

extension MemoryTable where Row == AnyRow {
  /// A table of one section of rows of several kinds.
  /// - Throws: `TableError.repeatedID` if two of the rows have one id.
  public convenience init(
    _ title: String, summary: String? = nil, style: TableStyle = .plain, columns: [TableColumn<AnyRow>] = [],
    rows: [any CellViewModel], new: (@Sendable (RowKey) -> AnyRow)? = nil
  ) throws {
    try self.init(title, summary: summary, style: style, columns: columns, rows: rows.map(AnyRow.init), new: new)
  }

  /// Adds a row of any kind behind all others.
  /// - Throws: `TableError.repeatedID` if the table has a row with this id.
  public func add(_ row: some CellViewModel) throws { try add(AnyRow(row)) }
}
