/// Adding, inserting, changing, moving and removing sections, and the index strip that leads to them.
extension TableContents {
  /// Adds a section behind the last. A section that is the table's already stays as it is.
  /// - Throws: `TableError.repeatedID` if two rows would have one id.
  public mutating func addSection(_ section: TableSection<Row>) throws {
    try insertSection(section, at: sections.count)
  }

  /// Puts a section at a place, before the one that is there; the place behind the last is one, too. A section that is the table's already
  /// stays as it is.
  /// - Throws: `TableError.notFound` if there is no such place, `TableError.repeatedID` if two rows would have one id.
  public mutating func insertSection(_ section: TableSection<Row>, at place: Int) throws {
    guard self.place(of: section.id) == nil else { return }
    guard (0...sections.count).contains(place) else { throw Self.missingSection(place) }
    var arriving: [RowKey: Int] = [:]
    for (index, row) in section.rows.enumerated() {
      let target = CellPosition(section: place, row: index)
      try checkIsNew(row, at: target)
      guard let earlier = arriving.updateValue(index, forKey: row.id) else { continue }
      throw TableError.repeatedID(
        row.id, first: Self.name(section.rows[earlier], at: CellPosition(section: place, row: earlier)),
        second: Self.name(row, at: target))
    }
    for id in arriving.keys { owners[id] = section.id }
    sections.insert(section, at: place)
    rowCount += section.rows.count
  }

  /// Moves a section, with its rows, to the place that it has when it has been taken out.
  /// - Throws: `TableError.notFound` if it isn't the table's, or there is no such place.
  public mutating func moveSection(_ id: TableSection<Row>.ID, to place: Int) throws {
    guard let source = self.place(of: id) else { throw TableError.notFound("The table has no such section") }
    guard sections.indices.contains(place) else { throw Self.missingSection(place) }
    sections.insert(sections.remove(at: source), at: place)
  }

  /// Changes the title, the header, the footer or the index title of a section.
  /// - Throws: `TableError.notFound` if it isn't the table's.
  public mutating func updateSection(_ id: TableSection<Row>.ID, _ change: (inout TableSection<Row>) throws -> Void)
    throws
  {
    guard let place = place(of: id) else { throw TableError.notFound("The table has no such section") }
    var changed = sections[place]
    try change(&changed)
    // Another section's value may have been put in its place: identity and rows stay this one's.
    sections[place].title = changed.title
    sections[place].header = changed.header
    sections[place].footer = changed.footer
    sections[place].indexTitle = changed.indexTitle
  }

  /// Takes a section out of the table, with its rows.
  /// - Throws: `TableError.notFound` if it isn't the table's.
  @discardableResult public mutating func removeSection(_ id: TableSection<Row>.ID) throws -> TableSection<Row> {
    guard let place = place(of: id) else { throw TableError.notFound("The table has no such section") }
    let section = sections.remove(at: place)
    for row in section.rows { owners[row.id] = nil }
    rowCount -= section.rows.count
    return section
  }

  /// Takes all sections and rows out of the table; its title and the rest stay.
  public mutating func removeAll() {
    sections = []
    owners = [:]
    rowCount = 0
  }

  static func missingSection(_ place: Int) -> TableError {
    // People count from 1, as far as that goes.
    .notFound("There is no section \(place == .max ? place : place + 1)")
  }

  /// The titles of the index strip: those that were set, else the sections' own, each once.
  package var indexTitles: [String] {
    if let customIndexTitles { return customIndexTitles }
    var seen: Set<String> = []
    return sectionIndexTitles.compactMap(\.self).filter { seen.insert($0).inserted }
  }

  /// The section that an index title leads to: the one with that title, else the nearest that follows in the order of titles.
  /// `nil` if no section has that title or a later one. O(sections).
  package func place(ofIndexTitle title: String) -> Int? { Self.place(ofIndexTitle: title, in: sectionIndexTitles) }

  static func place(ofIndexTitle title: String, in sections: [String?]) -> Int? {
    sections.firstIndex(of: title) ?? sections.firstIndex { $0.map { $0 > title } ?? false }
  }

  // Sections are read one by one by their places here: a closure over sections of a type that isn't known takes an allocation for each.

  /// What each section is called in the index strip.
  var sectionIndexTitles: [String?] {
    var titles: [String?] = []
    titles.reserveCapacity(sections.count)
    for place in 0..<sections.count { titles.append(sections[place].indexTitle) }
    return titles
  }

  /// How many rows each section has.
  var rowCounts: [Int] {
    var counts: [Int] = []
    counts.reserveCapacity(sections.count)
    for place in 0..<sections.count { counts.append(sections[place].rows.count) }
    return counts
  }
}
