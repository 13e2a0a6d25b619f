/// Edits of sections, as events and undo make them.
extension TableContents {
  /// Makes one change. - Returns: the one that undoes it.
  mutating func apply(_ edit: SectionEdit) throws -> SectionEdit {
    switch edit {
    case .insert(let section, let target):
      let place = min(max(target ?? sections.count, 0), sections.count)
      let added = TableSection(section, rows: try section.rows.map { try own($0) })
      guard self.place(of: added.id) == nil else { throw TableError.badRequest("The table has this section already") }
      try insertSection(added, at: place)
      return .remove(place, expecting: version(of: sections[place]), rowCount: added.rows.count)
    case .rename(let place, let title, let indexTitle, let expected):
      return try update(place, expected) { section in
        section.title = title
        section.indexTitle = indexTitle ?? section.indexTitle
        // A view model of the table's own may show the title or something else: it stays.
        guard section.header is TitleViewModel || section.header == nil && !title.isEmpty else { return }
        section.header = TitleViewModel(title, detail: (section.header as? TitleViewModel)?.detail)
      }
    case .update(let place, let other, let expected):
      return try update(place, expected) { section in
        section.title = other.title
        section.header = other.header
        section.footer = other.footer
        section.indexTitle = other.indexTitle
      }
    case .remove(let place, let expected, let rowCount):
      let section = try checkedSection(place, expected)
      if let rowCount, rowCount != section.rows.count { throw SectionConflict(place, current: header(of: section)) }
      try removeSection(section.id)
      return .insert(TableSection(section, rows: section.rows.map { AnyRow($0) }), at: place)
    case .move(let place, let target, let expected):
      let section = try checkedSection(place, expected)
      let goal = min(max(target, 0), sections.count - 1)
      try moveSection(section.id, to: goal)
      return .move(goal, to: place, expecting: version(of: section))
    }
  }

  private mutating func update(
    _ place: Int, _ expected: RowVersion?, _ change: (inout TableSection<Row>) -> Void
  ) throws -> SectionEdit {
    let old = try checkedSection(place, expected)
    try updateSection(old.id, change)
    return .update(place, like: TableSection(old, rows: []), expecting: version(of: sections[place]))
  }

  private func checkedSection(_ place: Int, _ expected: RowVersion?) throws -> TableSection<Row> {
    guard sections.indices.contains(place) else {
      if expected != nil { throw SectionConflict(place) }
      throw Self.missingSection(place)
    }
    let section = sections[place]
    if let expected, version(of: section) != expected { throw SectionConflict(place, current: header(of: section)) }
    return section
  }

  /// The version of the header, as visitors see it; `nil` where there is none.
  private func version(of section: TableSection<Row>) -> RowVersion? {
    header(of: section).map { RowVersion($0) }
  }
}
