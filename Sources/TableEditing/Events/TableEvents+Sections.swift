import TableModel

/// Changing sections, by the handlers of their headers.
extension TableEvents {
  func change(
    _ section: ChosenSection, by change: SectionChange, _ selected: [RowKey]
  ) async throws -> CommandResult {
    try checkMayChange()
    guard let table = table as? any EditableTable else {
      throw TableCommandError.impossible("The sections of this table can't be changed")
    }
    let place = SupplementaryPlace.sectionHeader(section.place)
    guard let view = try await table.view(place) else {
      throw section.version == nil ? TableError.notFound("There is no \(place)") : SectionConflict(section.place)
    }
    let counts = try await table.rowCounts()
    let count = counts.indices.contains(section.place) ? counts[section.place] : nil
    guard section.version.map({ $0 == RowVersion(view) }) ?? true, section.rowCount.map({ $0 == count }) ?? true else {
      throw SectionConflict(section.place, current: view)
    }
    guard let handled = handler(of: view, place)?.section, handled.changes.contains(change.kind) else {
      throw TableCommandError.impossible(change.kind.refusal)
    }
    var (change, words) = (change, "")
    switch change {
    case .rename(let title):
      try Self.checkTitle(title)
      words = "Renamed."
    case .move(let target):
      let goal = min(max(target, 0), max(counts.count - 1, 0))
      guard goal != section.place else { return CommandResult(selected: selected) }
      change = .move(to: goal)
      words = "Moved."
    case .remove: words = "Deleted “\(RowValues(view).name(or: "\(place)"))”."
    case .insert(let title):
      try Self.checkTitle(title)
      // Sections take memory without any rows.
      if let maximumRows, counts.count >= maximumRows { throw TableCommandError.full(maximumRows) }
      words = "Added “\(title)”."
    }
    var outcome = try await handled.change(change)
    if !outcome.edits.isEmpty, outcome.message == nil { outcome.message = words }
    // What a handler does before may change the header and the number of rows.
    if case .section(let edit)? = outcome.edits.first, edit.place == section.place {
      outcome.edits[0] = .section(edit.expecting(RowVersion(view), rowCount: section.rowCount))
    }
    return try await applied(outcome, selected)
  }

  private static func checkTitle(_ title: String) throws(FieldErrors) {
    let field = EditField("title", title: "Title", isRequired: true, maximumLength: 200)
    try [field].check(["title": title])
  }
}

extension SectionChange.Kind {
  fileprivate var refusal: String {
    switch self {
    case .rename: "This section can't be renamed"
    case .move: "This section can't be moved"
    case .remove: "This section can't be deleted"
    case .insert: "No section can be added here"
    }
  }
}
