import TableModel
import Testing

@Suite struct SectionHandlerTests {
  @Test func aSectionIsChangedByTheHandlerOfItsHeader() async throws {
    let section = try #require(try view(TitleViewModel("Monday"), .sectionHeader(1))?.section)
    #expect(section.changes == [.rename, .remove])
    let outcome = try await section.change(.rename(to: "Tuesday"))
    #expect(outcome.message == "Monday becomes another.")
    guard case .section(.rename(1, let title, nil, nil))? = outcome.edits.first else {
      Issue.record("\(outcome.edits)")
      return
    }
    #expect(title == "Tuesday")
  }

  @Test(arguments: [SupplementaryPlace.header, .footer, .sectionFooter(1), nil])
  func otherHeadersAndFootersAreNoSections(place: SupplementaryPlace?) throws {
    #expect(try view(TitleViewModel("Monday"), place)?.section == nil)
  }

  @Test func aHandlerThatAllowsNothingIsAsNone() throws {
    #expect(try view(TitleViewModel("Sunday"), .sectionHeader(0))?.section == nil)
  }

  @Test func eachChangeHasTheEditThatMakesIt() throws {
    let table = EventTable(try MemoryTable<Note>("Notes"))
    let event = TableEvent(TitleViewModel("Monday"), place: .sectionHeader(2), table: table)
    func described(_ change: SectionChange) -> String {
      switch change.edits(of: event).first {
      case .section(.rename(let place, let title, nil, nil)): "\(place) \(title)"
      case .section(.move(let place, let target, nil)): "\(place) to \(target)"
      case .section(.remove(let place, nil, nil)): "\(place)"
      case .section(.insert(let section, let place)): "\(section.title) \(section.rows.count) at \(place ?? -1)"
      default: "none"
      }
    }
    let changes: [SectionChange] = [.rename(to: "X"), .move(to: 0), .remove, .insert(title: "New")]
    #expect(changes.map(described) == ["2 X", "2 to 0", "2", "New 0 at 3"])
    #expect(changes.map(\.kind) == [.rename, .move, .remove, .insert])
    #expect(SectionChange.remove.edits(of: TableEvent(TitleViewModel("Monday"), place: .footer, table: table)).isEmpty)
  }

  private func view(_ title: TitleViewModel, _ place: SupplementaryPlace?) throws -> (any HandledView)? {
    var handlers = EventHandlerMap()
    try handlers.register(DayHandler())
    return handlers.view(title, place, table: EventTable(try MemoryTable<Note>("Notes")))
  }
}

private struct DayHandler: SectionHandler {
  typealias ViewModel = TitleViewModel

  func changes(of section: ChangedSection) -> Set<SectionChange.Kind> {
    section.viewModel.title == "Sunday" ? [] : [.rename, .remove]
  }
  func change(_ section: ChangedSection, by change: SectionChange) -> EventOutcome {
    .edits(change.edits(of: section), "\(section.viewModel.title) becomes another.")
  }
}
