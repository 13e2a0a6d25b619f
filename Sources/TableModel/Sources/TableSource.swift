/// A provider whose rows have columns, so that it can be filtered, sorted, searched, counted, exported and described as tables of
/// databases are, to exactly the degree that it declares. Nothing is declared by default.
///
/// ```swift
/// struct Peaks: TableSource {
///   let capabilities = TableCapabilities(columns: [
///     .init("name", \Peak.name), .init("height", \.height, abilities: .init(filters: [.gte], isSortable: true)),
///   ])
///   func page(_ query: TableQuery) async throws -> TablePage { … }
/// }
/// ```
/// `page` is asked only for what the columns are able to do; columns of a query are positions in `capabilities.columns`.
public protocol TableSource: TableViewModelProvider {
  /// What the table can do. It is asked for once, when the table is mounted.
  var capabilities: TableCapabilities { get }
}

/// What a source can do: its columns, and functions for what pages alone can't tell.
public struct TableCapabilities: Sendable {
  /// The columns, the key among them; none for a table of cells alone.
  package let columns: [RecordSchema.Column]
  /// Reads what rows have in these columns.
  let reader: RowReader
  /// By how many columns rows can be sorted at once.
  package var sortLimit: Int
  /// Whether groups of conditions are taken of which one has to hold.
  package var hasAlternatives: Bool
  /// Finds a row by its key. Without it, pages are looked through, up to 100,000 rows.
  public var lookup: (@Sendable (RowKey) async throws -> FoundRow?)?
  /// Counts the values of columns that have facets.
  public var facets: Facets?
  /// Reads all rows of a query from one state of the data. Without it, an export goes from page to page.
  public var cursor: (@Sendable (TableQuery) async throws -> any CellCursor)?
  /// Tells where a row is among those of a query.
  public var positions: (@Sendable (RowKey, TableQuery) async throws -> RowCursors)?
  /// A page within some seconds.
  var pageWithin: (@Sendable (TableQuery, Double) async throws -> TablePage)?

  /// The capabilities of a source.
  /// - Parameters:
  ///   - columns: what the rows have; the id comes before them unless one of them has that name.
  ///   - abilities: what columns can do that don't say it themselves.
  public init<Row: CellViewModel>(
    columns: [TableColumn<Row>], abilities: ColumnAbilities = .none, sortLimit: Int = 1, hasAlternatives: Bool = false
  ) {
    let columns = TableColumn<Row>.withID(columns)
    self.columns = columns.map {
      var described = $0.column
      described.abilities = $0.abilities ?? abilities
      return described
    }
    reader = RowReader(columns)
    self.sortLimit = sortLimit
    self.hasAlternatives = hasAlternatives
  }

  /// How values of columns are counted.
  public struct Facets: Sendable {
    /// The most frequent values of a column. Whoever doesn't wait gets what is known within a millisecond or two, else `.pending`.
    public var count: @Sendable (_ query: FacetQuery, _ waits: Bool) async throws -> FacetAnswer
    /// Facets that are likely to be of use.
    public var suggestions: (@Sendable (RowSelection) async throws -> [Facet])?

    /// Counts values.
    public init(
      suggestions: (@Sendable (RowSelection) async throws -> [Facet])? = nil,
      count: @escaping @Sendable (_ query: FacetQuery, _ waits: Bool) async throws -> FacetAnswer
    ) {
      self.count = count
      self.suggestions = suggestions
    }
  }
}

/// A row that was found by its key, and those around it in the table's own order.
public struct FoundRow: Sendable {
  /// What it shows.
  package var cell: any CellViewModel
  /// The keys of its neighbours.
  package var previous, next: RowKey?

  /// A row.
  public init(_ cell: any CellViewModel, previous: RowKey? = nil, next: RowKey? = nil) {
    self.cell = cell
    self.previous = previous
    self.next = next
  }
}

/// Reads the rows of a source from one end to the other in pieces of a bounded size.
public protocol CellCursor: Sendable {
  /// The next rows, at least one; `nil` behind the last. Asked by one task at a time.
  func next() async throws -> [any CellViewModel]?
}
