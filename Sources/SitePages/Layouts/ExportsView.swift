import TableRendering

/// `export-menu.html`: the same in other formats.
package struct ExportsView: NibView {
  /// Every row that a page is one of, as files.
  struct WholeTable: NibView {
    var allRows = Late<String?>.late
    let files: [FormatView]
  }

  var whole: WholeTable?
  package let exportHeading: String
  package let formats: [FormatView]

  package init(exportHeading: String, formats: [FormatView]) {
    self.exportHeading = exportHeading
    self.formats = formats
  }
}
