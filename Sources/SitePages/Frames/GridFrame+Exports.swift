import TableArguments
import TableModel
import TableRendering

extension GridFrame {
  /// The entries of the Export menu that hold nothing but rows: this page of them, and all that match.
  var rowFormats: [FormatView] {
    var all = arguments
    all.query.position = .first
    let rest = all.items(schema: columns.schema, limits: limits) + [("_stream", "on"), ("_dl", "on")]
    func entry(_ title: String, _ format: PageFormat, _ address: String, _ remark: String) -> FormatView {
      // The menu shows what kind of file it is; the rest of the media type is for the header.
      .init(title: title, address: address, type: String(format.contentType.prefix { $0 != ";" }), remark: remark)
    }
    return [
      entry("CSV", .csv, placed(".csv"), "for spreadsheets"),
      entry("NDJSON", .ndjson, placed(".ndjson"), "one object per line"),
      entry("Text", .text, placed(".txt"), "for terminals"),
      entry("All rows as CSV", .csv, (address + ".csv").with(rest), "all pages"),
    ]
  }
}
