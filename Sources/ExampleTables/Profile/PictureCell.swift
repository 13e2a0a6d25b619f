import TablePages

/// A person's picture.
struct PictureViewModel: CellViewModel {
  var id: RowKey
  var address: String
}

/// Draws a picture.
struct PictureCell: OutletCell {
  static let preferredHeight: Int? = 96
  static let nib = #"<img src="{{address}}" width="80" height="80" alt="The picture of the profile">"#

  @Outlet var address: String

  func configure(with viewModel: PictureViewModel) {
    address = viewModel.address
  }
}
