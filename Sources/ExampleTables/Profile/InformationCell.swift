import TablePages

/// A named piece of information.
struct InformationViewModel: CellViewModel {
  var id: RowKey
  var title: String
  var value: String
}

/// Draws a title and, at the end, its value.
struct InformationCell: OutletCell {
  static let nib = #"<span class="cell-text">{{title}}</span><span class="accessory">{{value}}</span>"#

  @Outlet var title: String
  @Outlet var value: String

  func configure(with viewModel: InformationViewModel) {
    title = viewModel.title
    value = viewModel.value
  }
}
