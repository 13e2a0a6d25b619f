/// Adding, changing and removing sections, and the index strip that leads to them.
extension TableContents {
  /// Adds an empty or filled section behind the last.
  /// - Throws: `TableError.repeatedID` if two cells would have one id.
  @discardableResult public mutating func addSection(
    header: (any SupplementaryViewModel)? = nil, footer: (any SupplementaryViewModel)? = nil, indexTitle: String? = nil,
    cells: [any CellViewModel] = []
  ) throws -> TableSection {
    let section = TableSection(header: header, footer: footer, indexTitle: indexTitle, cells: cells)
    try adopt(section)
    return section
  }

  /// Makes a section that was made elsewhere the table's last. A section that is the table's already stays as it is.
  /// - Throws: `TableError.repeatedID` if two cells would have one id.
  public mutating func adopt(_ section: TableSection) throws {
    guard place(of: section.id) == nil else { return }
    var arriving: [RowKey: Int] = [:]
    for (row, cell) in section.cells.enumerated() {
      let target = CellPosition(section: sections.count, row: row)
      try checkIsNew(cell, at: target)
      guard let earlier = arriving.updateValue(row, forKey: cell.id) else { continue }
      throw TableError.repeatedID(
        cell.id, first: Self.name(section.cells[earlier], at: CellPosition(section: sections.count, row: earlier)),
        second: Self.name(cell, at: target))
    }
    for id in arriving.keys { owners[id] = section.id }
    sections.append(section)
    cellCount += section.cells.count
  }

  /// Changes the header, the footer or the index title of a section.
  /// - Throws: `TableError.notFound` if it isn't the table's.
  public mutating func updateSection(_ id: TableSection.ID, _ change: (inout TableSection) throws -> Void) throws {
    guard let place = place(of: id) else { throw TableError.notFound("The table has no such section") }
    var changed = sections[place]
    try change(&changed)
    // Another section's value may have been put in its place: identity and cells stay this one's.
    sections[place].header = changed.header
    sections[place].footer = changed.footer
    sections[place].indexTitle = changed.indexTitle
  }

  /// Takes a section out of the table, with its cells.
  /// - Throws: `TableError.notFound` if it isn't the table's.
  @discardableResult public mutating func removeSection(_ id: TableSection.ID) throws -> TableSection {
    guard let place = place(of: id) else { throw TableError.notFound("The table has no such section") }
    let section = sections.remove(at: place)
    for cell in section.cells { owners[cell.id] = nil }
    cellCount -= section.cells.count
    return section
  }

  /// Takes all sections and cells out of the table; its title and the rest stay.
  public mutating func removeAll() {
    sections = []
    owners = [:]
    cellCount = 0
  }

  /// The titles of the index strip: those that were set, else the sections' own, each once.
  public var indexTitles: [String] {
    if let customIndexTitles { return customIndexTitles }
    var seen: Set<String> = []
    return sections.compactMap(\.indexTitle).filter { seen.insert($0).inserted }
  }

  /// The section that an index title leads to: the one with that title, else the nearest that follows in the order of titles.
  /// `nil` if no section has that title or a later one. O(sections).
  public func place(ofIndexTitle title: String) -> Int? {
    if let exact = sections.firstIndex(where: { $0.indexTitle == title }) { return exact }
    return sections.firstIndex { section in section.indexTitle.map { $0 > title } ?? false }
  }
}
