import TableModel
import TableRendering

/// A format that holds nothing but rows, written piece by piece: a page, or a whole table.
enum RecordExportWriter: Sendable {
  /// CSV, with or without the names of the columns.
  case csv(CSVWriter, hasHead: Bool)
  /// A JSON object a line.
  case lines(JSONLinesWriter)
  /// An aligned table for terminals.
  case text(TextTableWriter)

  /// Writes what stands before the first row, for formats that know it without one.
  func start(into bytes: inout ByteSink) {
    if case .csv(let writer, true) = self { writer.writeHead(into: &bytes) }
  }

  /// Writes the rows of a page.
  mutating func write(_ page: RecordPage, into bytes: inout ByteSink) {
    switch self {
    case .csv(let writer, _): writer.write(page, into: &bytes)
    case .lines(let writer): writer.write(page, into: &bytes)
    case .text(var writer):
      writer.write(page, into: &bytes)
      self = .text(writer)
    }
  }
}
