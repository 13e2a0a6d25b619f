/// One page of a table, as view models. Every format is written from this.
public struct TablePage: Sendable {
  /// What the table is called on the page.
  package var title: String
  /// A line below the title; `nil` for none.
  package var summary: String?
  /// How the rows stand on the page.
  package var style: TableStyle
  /// How they stand where cells draw the rows of a grid.
  package var listStyle = TableStyle.plain
  /// What stands above the first section.
  package var header: (any SupplementaryViewModel)?
  /// What stands below the last section.
  package var footer: (any SupplementaryViewModel)?
  /// The rows, in their sections.
  package var sections: [any SectionViewModel]
  /// Every index title of the whole table, also of sections on other pages; empty for no index strip.
  package var indexTitles: [IndexTitle]
  /// What to show when there are no rows at all; `nil` for the product's own words.
  package var emptyState: (any SupplementaryViewModel)?
  /// Leads to the page behind this one; `nil` on the last.
  package var next: PageToken?
  /// Leads to the page before this one; `nil` on the first.
  package var previous: PageToken?
  /// What is known of the number of rows.
  package var count: TableCount
  /// What is known of the number of rows without the filters.
  package var total = TableCount.unknown
  /// The state of the data that this page was made from; `nil` if the page must not be kept.
  public var version: DataVersion?

  /// A page; only the title and the sections have to be named.
  public init(
    title: String, summary: String? = nil, style: TableStyle = .plain, header: (any SupplementaryViewModel)? = nil,
    footer: (any SupplementaryViewModel)? = nil, sections: [any SectionViewModel], indexTitles: [IndexTitle] = [],
    emptyState: (any SupplementaryViewModel)? = nil, next: PageToken? = nil, previous: PageToken? = nil,
    count: TableCount = .unknown, version: DataVersion? = nil
  ) {
    self.title = title
    self.summary = summary
    self.style = style
    self.header = header
    self.footer = footer
    self.sections = sections
    self.indexTitles = indexTitles
    self.emptyState = emptyState
    self.next = next
    self.previous = previous
    self.count = count
    self.version = version
  }
}

/// How the rows of a table stand on a page.
public enum TableStyle: Sendable, Equatable {
  /// A list with full-width rows and sticky section headers.
  case plain
  /// A list whose sections are inset boxes.
  case grouped
  /// Rows and columns, with a head made from the schema.
  case grid(RecordSchema)

  /// Whether two styles are the same; grids are if they share the very same schema.
  public static func == (one: TableStyle, other: TableStyle) -> Bool {
    switch (one, other) {
    case (.plain, .plain), (.grouped, .grouped): true
    case (.grid(let one), .grid(let other)): one === other
    default: false
    }
  }
}

extension TablePage {
  /// What is told beside rows, for whoever asks for none.
  package var withoutRows: TablePage {
    var page = self
    page.sections = []
    if case .grid(let schema) = style { page.sections = [RecordSection(RecordPage.empty(schema))] }
    (page.next, page.previous) = (nil, nil)
    return page
  }
}

extension RecordPage {
  /// No rows.
  package static func empty(_ schema: RecordSchema) -> RecordPage {
    RecordPageBuilder(fieldCount: schema.fieldCount, rows: 1, byteCapacity: 64).finish(schema)
  }
}

/// An entry of the index strip: jumps to where a section starts, on this page or on another.
public struct IndexTitle: Sendable, Hashable {
  /// The short name that the strip shows.
  package var title: String
  /// The page that the section starts on.
  package var position: PagePosition

  /// An entry that jumps to a section of the page at `position`.
  public init(_ title: String, position: PagePosition = .first) {
    self.title = title
    self.position = position
  }
}
