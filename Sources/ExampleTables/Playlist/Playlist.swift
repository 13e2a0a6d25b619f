public import TablePages

/// Music on two sides, of which one track plays. Tracks are inserted where a side ends.
public enum Playlist {
  /// The table with its cells and handlers.
  public static func controller(path: String) throws -> TableController {
    var playlist = TableController(path: path, table: try table(), adapters: try adapters())
    playlist.handlers = try handlers()
    playlist.selection = .single
    playlist.changes = .everyone
    return playlist
  }

  static func table() throws -> MemoryTable {
    try MemoryTable(
      "Playlist", summary: "The track that is chosen plays: one at a time",
      sections: [
        TableSection(
          header: TitleViewModel("Side A"),
          cells: [
            TrackViewModel(id: "dawn", title: "First light", artist: "The Weather Station", seconds: 187),
            TrackViewModel(id: "wind", title: "Wind from the north", artist: "Anemoi", seconds: 242),
            TrackViewModel(id: "rain", title: "Rain gauge", artist: "Tipping Bucket", seconds: 205),
            SideEndViewModel(id: "end-a"),
          ]),
        TableSection(
          header: TitleViewModel("Side B"),
          cells: [
            TrackViewModel(id: "frost", title: "Frost at four", artist: "Cold Front", seconds: 221),
            TrackViewModel(id: "night", title: "Night shift", artist: "The Weather Station", seconds: 318),
            SideEndViewModel(id: "end-b"),
          ]),
      ])
  }

  static func adapters() throws -> AdapterMap {
    var adapters = AdapterMap()
    try adapters.register(TrackCell.self, nib: TrackCell.nib)
    try adapters.register(CellAdapter { SideEndCell() })
    return adapters
  }

  static func handlers() throws -> EventHandlerMap {
    var handlers = EventHandlerMap()
    try handlers.register(TrackHandler())
    try handlers.register(SideEndHandler())
    try handlers.register(SideHandler())
    return handlers
  }
}
