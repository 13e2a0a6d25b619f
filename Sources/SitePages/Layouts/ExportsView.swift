import TableRendering

/// `export-menu.html`: the same in other formats.
package struct ExportsView: NibView {
  package let exportHeading: String
  package let formats: [FormatView]

  package init(exportHeading: String, formats: [FormatView]) {
    self.exportHeading = exportHeading
    self.formats = formats
  }
}
