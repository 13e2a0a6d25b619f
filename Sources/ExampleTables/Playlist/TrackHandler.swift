import TablePages

/// What happens to tracks: the one that is selected plays.
struct TrackHandler: SelectionHandler, ActionHandler, EditHandler, FieldFormatter {
  typealias ViewModel = TrackViewModel

  static let last = RowAction("last", title: "Play it last")
  let fields = [
    EditField("title", title: "Title", isRequired: true), EditField("artist", title: "Artist"),
    EditField("length", title: "Length", isRequired: true, initial: "3:00"),
  ]

  func didSelect(_ row: SelectedRow) -> EventOutcome { .message("Plays “\(row.viewModel.title)”.") }

  func didDeselect(_ row: SelectedRow) -> EventOutcome { .message("Stopped “\(row.viewModel.title)”.") }

  func fieldValues(_ row: FormattedRow) -> [String: String] { ["length": row.viewModel.length] }

  func viewModel(_ edit: Edit) throws -> TrackViewModel {
    let length = edit["length"]
    guard let parts = length.wholeMatch(of: /([0-9]{1,3}):([0-5][0-9])/), let minutes = Int(parts.1),
      let seconds = Int(parts.2)
    else { throw FieldErrors(["length": "“\(length)” is no length; write 3:07"]) }
    return TrackViewModel(id: edit.id, title: edit["title"], artist: edit["artist"], seconds: minutes * 60 + seconds)
  }

  func actions(_ target: ActionTarget) -> [RowAction] { [Self.last] }

  func perform(_ action: RowAction, _ target: ActionTarget) async throws -> EventOutcome {
    guard let position = target.position, let table = target.editableTable else {
      return .refused("The order of this list can't be changed.")
    }
    // Others may have taken the side away since the event.
    let counts = try await table.rowCounts()
    guard counts.indices.contains(position.section) else { return .refused("This side is gone.") }
    // The last place is that of the side's end.
    let goal = CellPosition(section: position.section, row: max(counts[position.section] - 2, 0))
    return .edits([.move(target.viewModel.id, to: goal)], "Plays “\(target.viewModel.title)” last.")
  }
}

/// What happens at the end of a side: a track is inserted there.
struct SideEndHandler: HighlightPolicy, SelectionPolicy, InsertionHandler, MovePolicy {
  typealias ViewModel = SideEndViewModel

  func shouldHighlight(_ row: HighlightedRow) -> Bool { false }

  func willSelect(_ row: SelectableRow) -> SelectionChoice { .refused("There is nothing to play.") }

  func isMovable(_ row: MovableRow) -> Bool { false }

  func target(of row: MovableRow, proposed: CellPosition) -> CellPosition { proposed }

  func insert(at row: InsertionRow) -> EventOutcome {
    let track = TrackViewModel(id: .unique(), title: "New track", artist: "", seconds: 180)
    var outcome = EventOutcome.edits([.insert(track, at: row.position)], "Added a track.")
    outcome.destination = "?_edit=on&_editing=\(track.id.encoded)"
    return outcome
  }
}

/// What can be done with a whole side, at its header.
struct SideHandler: ActionHandler, SectionHandler {
  typealias ViewModel = TitleViewModel

  static let turn = RowAction("turn", title: "Turn the order around")

  func actions(_ target: ActionTarget) -> [RowAction] { [Self.turn] }

  func perform(_ action: RowAction, _ target: ActionTarget) -> EventOutcome {
    guard let sections = (target.table.source as? MemoryTable<AnyRow>)?.contents.sections,
      case .sectionHeader(let place) = target.place, sections.indices.contains(place)
    else { return .refused("There is no such side any more.") }
    let tracks = sections[place].rows.filter { $0.base is TrackViewModel }
    return .edits(
      tracks.map { .move($0.id, to: CellPosition(section: place, row: 0)) },
      "\(target.viewModel.title) is turned around.")
  }

  func changes(of section: ChangedSection) -> Set<SectionChange.Kind> { [.rename, .move, .remove, .insert] }

  func change(_ section: ChangedSection, by change: SectionChange) -> EventOutcome {
    guard case .insert(let title) = change, case .sectionHeader(let place) = section.place else {
      return .edits(change.edits(of: section))
    }
    // A side has an end, where tracks are inserted.
    let side = TableSection<AnyRow>(title, rows: [SideEndViewModel(id: .unique())])
    return .edits([.section(.insert(side, at: place + 1))])
  }
}
