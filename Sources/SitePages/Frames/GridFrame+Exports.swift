import TableArguments
import TableModel
import TableRendering

/// The entries of the Export menu.
extension GridFrame {
  /// The formats that these rows are had in.
  var formats: FormatsView {
    func format(_ title: String, _ shape: JSONShape?, _ remark: String) -> FormatView {
      .init(title: title, address: placed(".json", shape.map { [("_shape", $0.rawValue)] } ?? []), remark: remark)
    }
    let isFiltered = !arguments.query.selection.isEverything
    return FormatsView(
      whole: .init(allRows: isFiltered ? "All matching rows" : "All rows", files: files), exportHeading: "This page",
      formats: [
        format("JSON", limits.shape == .objects ? nil : .objects, "rows as objects"),
        format("JSON array", .array, "rows only"), format("JSON sections", .sections, "as view models"),
      ] + rowFormats)
  }

  /// Every row that matches, as files.
  private var files: [FormatView] {
    var all = arguments
    all.query.position = .first
    let items = all.items(schema: columns.schema, limits: limits) + [("_stream", "on"), ("_dl", "on")]
    return Self.rowsOnly.map { entry($0, (address + ($0.format.suffix ?? "")).with(items)) }
  }

  /// The rows of this page.
  private var rowFormats: [FormatView] { Self.rowsOnly.map { entry($0, placed($0.format.suffix ?? "")) } }

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
