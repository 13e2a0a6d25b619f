/// One change of the sections of a table, which are named by their places, counted from 0.
///
/// An expected version is that of the header that was seen, so that a section that was renamed or moved meanwhile isn't mistaken for
/// another; `nil` expects nothing.
public enum SectionEdit: Sendable {
  /// Puts a new section with its rows at a place, or behind the last one where none is named. A place behind the end is the end.
  case insert(TableSection<AnyRow>, at: Int? = nil)
  /// Changes the title, and the index title where one is named. A header that is a `TitleViewModel` shows the new title.
  case rename(Int, to: String, indexTitle: String? = nil, expecting: RowVersion? = nil)
  /// Gives a section the title, header, footer and index title of another one; its rows stay.
  case update(Int, like: TableSection<AnyRow>, expecting: RowVersion? = nil)
  /// Takes a section out, with its rows. `rowCount` is the number of rows that it is expected to have.
  case remove(Int, expecting: RowVersion? = nil, rowCount: Int? = nil)
  /// Moves a section to the place that it has when it has been taken out. A place behind the end is the end.
  case move(Int, to: Int, expecting: RowVersion? = nil)

  /// The section that it is about; `nil` for a new one.
  package var place: Int? {
    switch self {
    case .insert: nil
    case .rename(let place, _, _, _), .update(let place, _, _), .remove(let place, _, _), .move(let place, _, _): place
    }
  }

  /// By how many rows the table grows, as far as that is known.
  var growth: Int {
    switch self {
    case .insert(let section, _): section.rows.count
    case .rename, .update, .move: 0
    case .remove(_, _, let rowCount): -(rowCount ?? 0)
    }
  }

  /// The same change, which expects a version and a number of rows unless it expects one already.
  package func expecting(_ version: RowVersion, rowCount: Int?) -> SectionEdit {
    switch self {
    case .insert: self
    case .rename(let place, let title, let indexTitle, let expected):
      .rename(place, to: title, indexTitle: indexTitle, expecting: expected ?? version)
    case .update(let place, let section, let expected): .update(place, like: section, expecting: expected ?? version)
    case .remove(let place, let expected, let count):
      .remove(place, expecting: expected ?? version, rowCount: count ?? rowCount)
    case .move(let place, let target, let expected): .move(place, to: target, expecting: expected ?? version)
    }
  }
}

/// A section isn't what was expected any more: it was renamed, moved or removed, or has other rows.
public struct SectionConflict: Error, Sendable {
  /// The place where it was expected, counted from 0.
  public var place: Int
  /// The header that is there now; `nil` if there is none.
  public var current: (any SupplementaryViewModel)?

  /// A conflict about a section.
  public init(_ place: Int, current: (any SupplementaryViewModel)? = nil) {
    self.place = place
    self.current = current
  }
}
