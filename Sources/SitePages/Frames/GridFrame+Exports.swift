import TableArguments
import TableModel
import TableRendering

extension GridFrame {
  /// The entries of the Export menu that hold nothing but rows: this page of them, and all that match.
  var rowFormats: [FormatView] {
    let schema = columns.schema
    let page = arguments.queryText(schema: schema, limits: limits)
    var all = arguments
    all.query.position = .first
    let rest = all.queryText(schema: schema, limits: limits)
    func entry(_ title: String, _ format: PageFormat, _ query: String, _ remark: String) -> FormatView {
      .init(
        title: title, address: address + (format.suffix ?? "") + (query.isEmpty ? "" : "?" + query),
        // The menu shows what kind of file it is; the rest of the media type is for the header.
        type: String(format.contentType.prefix { $0 != ";" }), remark: remark)
    }
    return [
      entry("CSV", .csv, page, "for spreadsheets"), entry("NDJSON", .ndjson, page, "one object per line"),
      entry("Text", .text, page, "for terminals"),
      entry("All rows as CSV", .csv, rest + (rest.isEmpty ? "" : "&") + "_stream=on&_dl=on", "all pages"),
    ]
  }
}
