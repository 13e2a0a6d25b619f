import TableArguments
import TableModel
import TableRendering

/// The entries of the Export menu that hold nothing but rows.
extension GridFrame {
  /// Every row that matches, as files.
  var files: [FormatView] {
    var all = arguments
    all.query.position = .first
    let items = all.items(schema: columns.schema, limits: limits) + [("_stream", "on"), ("_dl", "on")]
    return Self.rowsOnly.map { entry($0, (address + ($0.format.suffix ?? "")).with(items)) }
  }

  /// The rows of this page.
  var rowFormats: [FormatView] { Self.rowsOnly.map { entry($0, placed($0.format.suffix ?? "")) } }

  private typealias Entry = (title: String, format: PageFormat, remark: String)

  private static var rowsOnly: [Entry] {
    [("CSV", .csv, "for spreadsheets"), ("NDJSON", .ndjson, "one object per line"), ("Text", .text, "for terminals")]
  }

  private func entry(_ entry: Entry, _ address: String) -> FormatView {
    // The menu shows what kind of file it is; the rest of the media type is for the header.
    .init(
      title: entry.title, address: address, type: String(entry.format.contentType.prefix { $0 != ";" }),
      remark: entry.remark)
  }
}
