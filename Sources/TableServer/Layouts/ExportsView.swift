import TableRendering

/// `export-menu.html`: the same in other formats.
struct ExportsView: NibView {
  let exportHeading: String
  let formats: [FormatView]
}
