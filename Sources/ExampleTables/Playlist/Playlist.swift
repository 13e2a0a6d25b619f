package import TablePages

/// Music on two sides, of which one track plays. Tracks are inserted where a side ends; sides are renamed, moved, deleted and added.
package enum Playlist {
  /// Mounts the table with its cells and handlers.
  package static func mount(on site: inout Site, at path: String = "/examples/playlist") throws {
    try site.mount(table(), at: path) {
      $0.register(TrackCell.self, nib: TrackCell.nib)
      $0.register(CellAdapter { SideEndCell() })
      $0.handle(TrackHandler())
      $0.handle(SideEndHandler())
      $0.handle(SideHandler())
      $0.selection = .single
      $0.changes = .everyone
    }
  }

  static func table() throws -> MemoryTable<AnyRow> {
    try MemoryTable(
      "Playlist", summary: "The track that is chosen plays: one at a time",
      sections: [
        TableSection(
          "Side A",
          rows: [
            TrackViewModel(id: "dawn", title: "First light", artist: "The Weather Station", seconds: 187),
            TrackViewModel(id: "wind", title: "Wind from the north", artist: "Anemoi", seconds: 242),
            TrackViewModel(id: "rain", title: "Rain gauge", artist: "Tipping Bucket", seconds: 205),
            SideEndViewModel(id: "end-a"),
          ]),
        TableSection(
          "Side B",
          rows: [
            TrackViewModel(id: "frost", title: "Frost at four", artist: "Cold Front", seconds: 221),
            TrackViewModel(id: "night", title: "Night shift", artist: "The Weather Station", seconds: 318),
            SideEndViewModel(id: "end-b"),
          ]),
      ])
  }
}
