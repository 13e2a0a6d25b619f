package import TableModel

/// Writes a page of cells as text for terminals: what the table and its sections are called, and a table for each run of rows that hold the
/// same.
package struct TextPageWriter: ~Copyable, CellVisitor {
  private var text: ByteSink
  private var identities = RowIdentities()
  /// What the rows of the run hold, and their values.
  private var names: [String] = []
  private var rows: [[String]] = []

  private init(into text: consuming ByteSink) { self.text = text }

  /// Writes a whole page.
  /// - Throws: `TableError.repeatedID`, and what the sections throw; then nothing is written.
  package static func write(_ page: TablePage, into text: inout ByteSink) throws {
    let start = text.count
    var writer = TextPageWriter(into: text)
    do {
      try writer.write(page)
    } catch {
      text = writer.finish()
      text.truncate(to: start)
      throw error
    }
    text = writer.finish()
  }

  private consuming func finish() -> ByteSink { text }

  private mutating func write(_ page: TablePage) throws {
    line(page.title)
    if let summary = page.summary { line(summary) }
    write(page.header)
    for section in page.sections {
      write(section.header)
      try section.visitCells(&self)
      endRun()
      write(section.footer)
    }
    write(page.footer)
  }

  /// A header or footer: the texts that it holds.
  private mutating func write(_ view: (any SupplementaryViewModel)?) {
    guard let view else { return }
    let words = RowValues(view).items.map(\.text).filter { !$0.isEmpty }.joined(separator: " · ")
    guard !words.isEmpty else { return }
    text.append(byte: 0x0A)
    line(words)
  }

  private mutating func line(_ words: String) {
    _ = words.lendUTF8 { text.terminalText($0, limit: .max) }
    text.append(byte: 0x0A)
  }

  // MARK: Rows

  /// Adds a row to the run. - Throws: `TableError.repeatedID`
  package mutating func visit<ViewModel: CellViewModel>(_ cell: ViewModel) throws {
    try identities.add(cell)
    let values = RowValues(cell).items, names = values.map(\.name)
    if names != self.names { endRun() }
    self.names = names
    rows.append(values.map(\.text))
  }

  private mutating func endRun() {
    defer { (names, rows) = ([], []) }
    guard !rows.isEmpty, !names.isEmpty else { return }
    let schema = RecordSchema("", columns: names.map { ($0, .text) })
    var page = RecordPageBuilder(
      fieldCount: names.count, rows: rows.count, byteCapacity: rows.count * names.count * 16)
    for value in rows.joined() { page.append(value) }
    var table = TextTableWriter(schema)
    text.append(byte: 0x0A)
    table.write(page.finish(schema), into: &text)
  }
}
