import SiteConfiguration
import TableModel

extension Site {
  /// Bytes of a value in a comment.
  private static let exampleLength = 40

  /// How the columns of all tables are shown, as a site file that says the same: what is found out of names, declared types and values,
  /// and what the site's own file says instead. A line of it, changed, overrules what was found.
  /// - Throws: `SiteError` if two tables want one path, `TableError` if a database can't be read.
  package func description() async throws -> String {
    let map = try SiteMap(self)
    var text = "databases:\n"
    for entry in map.databases {
      text += "  \(YAMLText.quoted(entry.name)):\n    tables:\n"
      for summary in try await entry.database.tables() where !summary.isHidden {
        guard let table = try await entry.table(named: summary.name) else { continue }
        text += try await Self.description(of: table, entry.notes.table(named: summary.name))
      }
    }
    return text
  }

  private static func description(of table: any RecordTable, _ notes: SiteFile.Table?) async throws -> String {
    let schema = TableConfiguration(notes, try await table.schema()).schema
    let page = try? await table.page(TableQuery(pageSize: 1, count: .none, values: .excerpt(textBytes: exampleLength)))
    let records = (page?.sections.first as? RecordSection)?.page
    let record = records.flatMap { $0.count > 0 ? $0[0] : nil }
    var text = "      \(YAMLText.quoted(schema.table)):\n"
    if let names = schema.rowName?.columns.map({ YAMLText.quoted(schema.columns[$0].name) }), !names.isEmpty {
      text += "        label_column: \(names.count == 1 ? names[0] : "[" + names.joined(separator: ", ") + "]")\n"
    }
    text += "        columns:\n"
    for (position, column) in schema.columns.enumerated() {
      var line = "          \(YAMLText.quoted(column.name)): \(SiteFile.Column.line(for: column))"
      var comment = [column.declaredType].filter { !$0.isEmpty }
      if let record, record.field(position).kind != .null { comment.append(example(column.text(of: record[position]))) }
      if !comment.isEmpty { line += "  # " + comment.joined(separator: ", such as ") }
      text += line + "\n"
    }
    return text
  }

  /// The beginning of a value in one line.
  private static func example(_ text: String) -> String {
    let line = text.prefix(exampleLength).map { $0.isNewline || $0.asciiValue.map { $0 < 0x20 } == true ? " " : $0 }
    return String(line) + (line.count < text.count ? "…" : "")
  }
}
