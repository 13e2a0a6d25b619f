import TableRendering

/// `export-menu.html`: what opens the list of other formats.
package struct ExportsView: NibView {
  /// The page that the list comes from when the menu is opened; `nil` where the menu has it.
  let formsPage: String?
  let formats: FormatsView?

  package init(exportHeading: String, formats: [FormatView]) {
    self.init(formats: FormatsView(whole: nil, exportHeading: exportHeading, formats: formats))
  }

  init(formsPage: String? = nil, formats: FormatsView? = nil) {
    self.formsPage = formsPage
    self.formats = formats
  }
}

/// `formats.html`: the same in other formats.
struct FormatsView: NibView {
  /// Every row that a page is one of, as files.
  struct WholeTable: NibView {
    let allRows: String
    let files: [FormatView]
  }

  let whole: WholeTable?
  let exportHeading: String
  let formats: [FormatView]
}
