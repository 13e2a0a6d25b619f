import TableRendering

/// `page-head.html`: title, count, a line about the rows, and what can be done with the whole.
struct PageHeadView: EmbeddedView {
  /// Where rows are inserted, and where several are chosen.
  struct Editing: NibView {
    let newAddress: String?
    let isEditing: Bool
    let editAddress = Late<String?>.late
    let doneAddress = Late<String?>.late
  }

  let heading: String
  let count: Late<HTML?>
  let summary: String?
  var richText: HTML?
  let notices: Late<HTML?>
  var editing: Editing?
  let exports: ExportsView?
}

/// `page-foot.html`: previous and next page, page sizes, timing.
struct PageFootView: EmbeddedView {
  let previous, next: Late<String?>
  var hasPageSizes = false
  var pageSizes: [LinkView] = []
  let timing: Late<PassingText>
}
