import TablePages

/// A piece of music.
struct TrackViewModel: CellViewModel {
  var id: RowKey
  var title: String
  var artist: String
  var seconds: Int

  /// `3:07`.
  var length: String { "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + String(seconds % 60) }
}

/// Draws a piece of music.
struct TrackCell: OutletCell {
  static let nib = """
    <span class="cell-text"><bdi>{{title}}</bdi><span class="subtitle">{{artist}}</span></span>\
    <span class="accessory">{{length}}</span>
    """

  @Outlet var title: String
  @Outlet var artist: String
  @Outlet var length: String

  func configure(with track: TrackViewModel) {
    title = track.title
    artist = track.artist
    length = track.length
  }
}

/// The end of a side: where edit mode puts another track.
struct SideEndViewModel: CellViewModel {
  var id: RowKey
}

/// Draws the end of a side, without a nib.
struct SideEndCell: TableCell {
  func draw(_ end: SideEndViewModel, into html: inout ByteSink) {
    html.markup("<span class=\"cell-text muted\">End of the side</span>")
  }
}
