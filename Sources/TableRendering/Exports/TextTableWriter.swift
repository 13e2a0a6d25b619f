package import TableModel

/// Writes the records of one table as an aligned table for terminals: a head, a line below it, and a line for each row.
///
/// Columns are as wide as the widest of their values on the first page that is written, and 60 at most; longer texts are cut with `…`,
/// numbers never are. Wide characters count double and combining ones not at all; controls are shown escaped. Numbers stand at the end
/// of their column, null is `∅`, and of a blob only its size is told.
package struct TextTableWriter: Sendable {
  /// The most columns of the terminal that a text takes.
  package static let widthLimit = 60

  private struct Column {
    var field: Int
    var title: String
    /// Digits behind the point of its reals; -1 for as few as there can be.
    var decimals: Int8
    var width = 0
    /// Whether the title stands at the end, as the numbers below it do.
    var isNumeric = false
  }

  private var columns: [Column]
  private let hasHead: Bool
  private var isMeasured = false

  /// A writer of the given columns (all by default), in the given order; positions that the schema doesn't have are left out.
  /// - Parameter hasHead: whether the names of the columns stand above the first row.
  package init(_ schema: RecordSchema, showing columns: [Int]? = nil, hasHead: Bool = true) {
    let positions = (columns ?? Array(schema.columns.indices)).filter(schema.columns.indices.contains)
    self.columns = positions.map {
      Column(field: $0, title: schema.columns[$0].name, decimals: schema.columns[$0].decimals)
    }
    self.hasHead = hasHead
  }

  /// Writes the rows of a page; the first page decides how wide the columns are and has the head above it.
  package mutating func write(_ page: RecordPage, into text: inout ByteSink) {
    let cells = TextCells(
      page, fields: columns.map(\.field), decimals: columns.map(\.decimals),
      limits: columns.map { isMeasured ? $0.width : Self.widthLimit })
    if !isMeasured { measure(cells, into: &text) }
    for row in 0..<page.count where !text.isFull {
      for index in columns.indices {
        if index > 0 { text.markup("  ") }
        let cell = cells.cell(row: row, column: index)
        let padding = max(columns[index].width - Int(cell.width), 0)
        if cell.isNumber { text.spaces(padding) }
        cells.copy(cell, into: &text)
        // Nothing is written at the end of a line that can't be seen.
        if !cell.isNumber, index < columns.count - 1 { text.spaces(padding) }
      }
      text.append(byte: 0x0A)
    }
  }

  private mutating func measure(_ cells: borrowing TextCells, into text: inout ByteSink) {
    isMeasured = true
    var titles = ByteSink(capacity: 1024)
    var ends: [(start: Int, end: Int, width: Int)] = []
    for index in columns.indices {
      let start = titles.count
      let width = columns[index].title.lendUTF8 { titles.terminalText($0, limit: Self.widthLimit) }
      ends.append((start, titles.count, width))
      let summary = cells.summary(ofColumn: index)
      columns[index].width = max(hasHead ? width : 1, summary.width, 1)
      columns[index].isNumeric = summary.isNumeric
    }
    guard hasHead else { return }
    for (index, column) in columns.enumerated() {
      if index > 0 { text.markup("  ") }
      let title = ends[index]
      if column.isNumeric { text.spaces(column.width - title.width) }
      titles.withBytes { text.append($0.part(title.start..<title.end)) }
      if !column.isNumeric, index < columns.count - 1 { text.spaces(column.width - title.width) }
    }
    text.append(byte: 0x0A)
    for (index, column) in columns.enumerated() {
      if index > 0 { text.markup("  ") }
      for _ in 0..<column.width { text.append(byte: UInt8(ascii: "-")) }
    }
    text.append(byte: 0x0A)
  }
}

extension ByteSink {
  fileprivate mutating func spaces(_ count: Int) { for _ in 0..<max(count, 0) { append(byte: 0x20) } }
}
