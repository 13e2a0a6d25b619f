import TablePages

/// A header or an empty state with a remark.
struct BannerViewModel: SupplementaryViewModel {
  var text: String
  var remark: String
}

/// Draws it. Headers and footers have views as cells have.
struct BannerView: OutletCell {
  static let nib = #"<span>{{text}}</span> <small>{{remark}}</small>"#

  @Outlet var text: String
  @Outlet var remark: String

  func configure(with banner: BannerViewModel) {
    text = banner.text
    remark = banner.remark
  }
}
