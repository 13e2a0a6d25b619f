package import TableModel

extension SiteFile {
  /// What the rows of a table are put together by, and what stands above and below each section.
  package struct Sections: Sendable {
    /// The column.
    package var column: PlacedName
    /// Which part of its values makes a section.
    package var part: SectionKey.Part = .value
    /// Whether the footers tell how many rows there are.
    package var countsRows = false
    /// Columns whose numbers the footers add up.
    package var sums: [PlacedName] = []
    /// Columns whose numbers the footers average.
    package var averages: [PlacedName] = []
    /// The nib that draws headers in place of a line of text.
    package var header: PlacedName?
    /// The nib that draws footers.
    package var footer: PlacedName?
    /// Whether an index strip leads to the sections.
    package var hasIndex = true

    /// Sections by a column.
    package init(column: PlacedName) { self.column = column }
  }
}
