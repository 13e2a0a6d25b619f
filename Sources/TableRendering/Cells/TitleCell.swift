internal import TableModel

/// Draws a plain title: the text, and what is said at its end in small.
struct TitleCell: TableCell {
  mutating func draw(_ viewModel: TitleViewModel, into html: inout ByteSink) {
    html.text(viewModel.title)
    guard let detail = viewModel.detail else { return }
    html.markup(" <small class=\"muted\">")
    html.text(detail)
    html.markup("</small>")
  }
}
