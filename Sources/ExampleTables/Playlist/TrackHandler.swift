import TablePages

/// What happens to tracks: the one that is chosen plays.
struct TrackHandler: CellEventHandler {
  static let fields = [
    EditField("title", title: "Title", isRequired: true), EditField("artist", title: "Artist"),
    EditField("length", title: "Length", isRequired: true, initial: "3:00"),
  ]
  static let last = RowAction("last", title: "Play it last")

  func didSelect(_ event: TableEvent<TrackViewModel>) -> EventOutcome { .message("Plays “\(event.viewModel.title)”.") }

  func didDeselect(_ event: TableEvent<TrackViewModel>) -> EventOutcome {
    .message("Stopped “\(event.viewModel.title)”.")
  }

  func fieldValues(_ track: TrackViewModel) -> [String] { [track.title, track.artist, track.length] }

  func viewModel(
    _ values: [String: String], replacing old: TrackViewModel?, id: RowKey
  ) throws(FieldErrors) -> TrackViewModel {
    let length = values["length"] ?? ""
    guard let parts = length.wholeMatch(of: /([0-9]{1,3}):([0-5][0-9])/), let minutes = Int(parts.1),
      let seconds = Int(parts.2)
    else { throw FieldErrors(["length": "“\(length)” is no length; write 3:07"]) }
    return TrackViewModel(
      id: id, title: values["title"] ?? "", artist: values["artist"] ?? "", seconds: minutes * 60 + seconds)
  }

  func menuActions(_ event: TableEvent<TrackViewModel>) -> [RowAction] { [Self.last] }

  func perform(_ action: RowAction, _ event: TableEvent<TrackViewModel>) async throws -> EventOutcome {
    guard let position = event.position, let table = event.editableTable else {
      return .refused("The order of this list can't be changed.")
    }
    // Others may have taken the side away since the event.
    let counts = try await table.rowCounts()
    guard counts.indices.contains(position.section) else { return .refused("This side is gone.") }
    // The last place is that of the side's end.
    let target = CellPosition(section: position.section, row: max(counts[position.section] - 2, 0))
    return .edits([.move(event.viewModel.id, to: target)], "Plays “\(event.viewModel.title)” last.")
  }
}

/// What happens at the end of a side: a track is inserted there.
struct SideEndHandler: CellEventHandler {
  func shouldHighlight(_ event: TableEvent<SideEndViewModel>) -> Bool { false }

  func willSelect(_ event: TableEvent<SideEndViewModel>) -> SelectionChoice { .refused("There is nothing to play.") }

  func editingStyle(_ event: TableEvent<SideEndViewModel>) -> EditingStyle { .insert }

  func isMovable(_ event: TableEvent<SideEndViewModel>) -> Bool { false }

  func commit(_ style: EditingStyle, _ event: TableEvent<SideEndViewModel>) -> EventOutcome {
    let track = TrackViewModel(id: .unique(), title: "New track", artist: "", seconds: 180)
    var outcome = EventOutcome.edits([.insert(track, at: event.position)], "Added a track.")
    outcome.destination = "?_edit=on&_editing=\(track.id.encoded)"
    return outcome
  }
}

/// What can be done with a whole side, at its header.
struct SideHandler: ViewEventHandler {
  static let turn = RowAction("turn", title: "Turn the order around")

  func menuActions(_ event: TableEvent<TitleViewModel>) -> [RowAction] { [Self.turn] }

  func perform(_ action: RowAction, _ event: TableEvent<TitleViewModel>) -> EventOutcome {
    guard let sections = (event.table as? MemoryTable)?.contents.sections,
      let place = sections.firstIndex(where: { ($0.header as? TitleViewModel)?.title == event.viewModel.title })
    else { return .refused("There is no such side any more.") }
    let tracks = sections[place].cells.filter { $0 is TrackViewModel }
    return .edits(
      tracks.map { .move($0.id, to: CellPosition(section: place, row: 0)) },
      "\(event.viewModel.title) is turned around.")
  }
}
