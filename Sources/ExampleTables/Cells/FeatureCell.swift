import TablePages

/// A row that uses whichever features of a cell it is told to.
struct FeatureViewModel: CellViewModel {
  var id: RowKey
  var title: String
  var remark: String?
  var accessory = CellAccessory.none
  var link: String?
  var indentationLevel = 0
  var preferredHeight: Int?
  var isSelected = false
}

/// Draws a title with a remark below it.
struct FeatureCell: OutletCell {
  static let nib = """
    <span class="cell-text"><bdi>{{title}}</bdi>{{#remark}}<span class="subtitle">{{remark}}</span>{{/remark}}</span>
    """

  @Outlet var title: String
  @Outlet var remark: String?

  func configure(with viewModel: FeatureViewModel) {
    title = viewModel.title
    remark = viewModel.remark
  }
}
