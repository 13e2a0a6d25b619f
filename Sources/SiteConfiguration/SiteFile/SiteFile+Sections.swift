public import TableModel

extension SiteFile {
  /// What the rows of a table are put together by, and what stands above and below each section.
  public struct Sections: Sendable {
    /// The column.
    public var column: PlacedName
    /// Which part of its values makes a section.
    public var part: SectionKey.Part = .value
    /// Whether the footers tell how many rows there are.
    public var countsRows = false
    /// Columns whose numbers the footers add up.
    public var sums: [PlacedName] = []
    /// Columns whose numbers the footers average.
    public var averages: [PlacedName] = []
    /// The nib that draws headers in place of a line of text.
    public var header: PlacedName?
    /// The nib that draws footers.
    public var footer: PlacedName?
    /// Whether an index strip leads to the sections.
    public var hasIndex = true

    /// Sections by a column.
    public init(column: PlacedName) { self.column = column }
  }
}
