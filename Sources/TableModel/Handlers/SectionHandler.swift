/// Changes sections in edit mode, and through events: a handler of their headers. Without one, visitors can't change sections.
///
/// ```swift
/// struct SideHandler: SectionHandler {
///   typealias ViewModel = TitleViewModel
///
///   func changes(of section: ChangedSection) -> Set<SectionChange.Kind> { [.rename, .move, .remove, .insert] }
///   func change(_ section: ChangedSection, by change: SectionChange) -> EventOutcome {
///     .edits(change.edits(of: section))
///   }
/// }
/// ```
public protocol SectionHandler<ViewModel>: EventHandler where ViewModel: SupplementaryViewModel {
  /// What can be done with the section at the moment. Called whenever its header is drawn in edit mode, and again before it is done.
  func changes(of section: ChangedSection) -> Set<SectionChange.Kind>
  /// Makes a change, or refuses.
  func change(_ section: ChangedSection, by change: SectionChange) async throws -> EventOutcome
}

extension SectionHandler {
  /// The section, by its header; `place` says which it is.
  public typealias ChangedSection = TableEvent<ViewModel>
}

/// What a visitor does to a section.
public enum SectionChange: Sendable, Hashable {
  /// Gives it another title.
  case rename(to: String)
  /// Moves it to the place that it has when it has been taken out.
  case move(to: Int)
  /// Removes it, with its rows.
  case remove
  /// Inserts a section with a title behind it.
  case insert(title: String)

  /// What handlers allow or don't.
  public enum Kind: Sendable, CaseIterable { case rename, move, remove, insert }

  /// Which kind of change it is.
  public var kind: Kind {
    switch self {
    case .rename: .rename
    case .move: .move
    case .remove: .remove
    case .insert: .insert
    }
  }

  /// The edits that make the change; a section that is inserted has no rows. None for a header that is no section's.
  public func edits(of section: TableEvent<some SupplementaryViewModel>) -> [TableEdit] {
    guard case .sectionHeader(let place) = section.place else { return [] }
    let edit: SectionEdit =
      switch self {
      case .rename(let title): .rename(place, to: title)
      case .move(let target): .move(place, to: target)
      case .remove: .remove(place)
      case .insert(let title): .insert(TableSection(title), at: place + 1)
      }
    return [.section(edit)]
  }
}

/// Changes one section, as the handler of its header does that.
package struct HandledSection: Sendable {
  package let changes: Set<SectionChange.Kind>
  package let change: @Sendable (SectionChange) async throws -> EventOutcome

  /// `nil` where nothing can be done at the moment.
  init?<ViewModel: SupplementaryViewModel>(_ handler: any SectionHandler<ViewModel>, _ event: TableEvent<ViewModel>) {
    guard case .sectionHeader = event.place else { return nil }
    changes = handler.changes(of: event)
    change = { try await handler.change(event, by: $0) }
    if changes.isEmpty { return nil }
  }
}
