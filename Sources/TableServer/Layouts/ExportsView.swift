import TableRendering

/// `export-menu.html`: the same in other formats.
struct ExportsView: NibView {
  struct Format: NibView {
    let format: String
    let formatAddress: String
    var type = "application/json"
    let remark: String
  }

  let exportHeading: String
  let formats: [Format]
}
