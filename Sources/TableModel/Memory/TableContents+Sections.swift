/// Adding, changing and removing sections, and the index strip that leads to them.
extension TableContents {
  /// Adds a section behind the last. A section that is the table's already stays as it is.
  /// - Throws: `TableError.repeatedID` if two rows would have one id.
  public mutating func addSection(_ section: TableSection<Row>) throws {
    guard place(of: section.id) == nil else { return }
    var arriving: [RowKey: Int] = [:]
    for (place, row) in section.rows.enumerated() {
      let target = CellPosition(section: sections.count, row: place)
      try checkIsNew(row, at: target)
      guard let earlier = arriving.updateValue(place, forKey: row.id) else { continue }
      throw TableError.repeatedID(
        row.id, first: Self.name(section.rows[earlier], at: CellPosition(section: sections.count, row: earlier)),
        second: Self.name(row, at: target))
    }
    for id in arriving.keys { owners[id] = section.id }
    sections.append(section)
    rowCount += section.rows.count
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

  /// The titles of the index strip: those that were set, else the sections' own, each once.
  public var indexTitles: [String] {
    if let customIndexTitles { return customIndexTitles }
    var seen: Set<String> = []
    return sections.compactMap(\.indexTitle).filter { seen.insert($0).inserted }
  }

  /// The section that an index title leads to: the one with that title, else the nearest that follows in the order of titles.
  /// `nil` if no section has that title or a later one. O(sections).
  package func place(ofIndexTitle title: String) -> Int? {
    if let exact = sections.firstIndex(where: { $0.indexTitle == title }) { return exact }
    return sections.firstIndex { section in section.indexTitle.map { $0 > title } ?? false }
  }
}
