import TablePages

/// A line of text.
struct TextViewModel: CellViewModel {
  var id: RowKey
  var text: String
}

/// Draws a line of text.
struct TextCell: OutletCell {
  static let nib = #"<span class="cell-text">{{label}}</span>"#

  @Outlet var label: String

  func configure(with viewModel: TextViewModel) {
    label = viewModel.text
  }
}
