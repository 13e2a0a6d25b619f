package import TableModel

/// Writes a table as view models (`_shape=sections`): the same walk as HTML's, other bytes.
package struct JSONPageWriter: ~Copyable, CellVisitor {
  private let adapters: AdapterMap
  private let decorator: (any RowDecorator)?
  /// The address below which each row has a page of its own; `nil` where rows have none.
  private let rowPages: String?
  private var json: ByteSink
  private var problems: [RenderingProblem] = []
  private var identities = RowIdentities()
  private var isFirst = true
  private var records = RecordValuesWriter()
  /// One for all cells that encode themselves; made for the first.
  private var fragment: JSONFragment?

  private init(
    _ adapters: AdapterMap, _ decorator: (any RowDecorator)?, rowPages: String?, into json: consuming ByteSink
  ) {
    self.decorator = decorator
    self.rowPages = rowPages
    self.adapters = adapters
    self.json = json
  }

  /// Where the pages beside this one are.
  package struct Links: Sendable {
    /// The address of the next page; `nil` on the last.
    package var next: String?
    /// The address of the page before; `nil` on the first.
    package var previous: String?

    /// The addresses, absolute.
    package init(next: String? = nil, previous: String? = nil) {
      self.next = next
      self.previous = previous
    }
  }

  /// Writes a whole page. What could not be written as it should is answered, for the log.
  /// - Throws: `TableError.repeatedID`, and what the sections throw; then nothing is written.
  package static func write(
    _ page: TablePage, _ adapters: AdapterMap, links: Links = Links(), decorator: (any RowDecorator)? = nil,
    rowPages: String? = nil, into json: inout ByteSink
  ) throws -> [RenderingProblem] {
    let start = json.count
    var writer = JSONPageWriter(adapters, decorator, rowPages: rowPages, into: json)
    do {
      try writer.write(page, links)
    } catch {
      json = writer.finish()
      json.truncate(to: start)
      throw error
    }
    let problems = writer.problems
    json = writer.finish()
    return problems
  }

  private consuming func finish() -> ByteSink { json }

  // MARK: The page

  private mutating func write(_ page: TablePage, _ links: Links) throws {
    json.markup("{\"ok\":true,\"next\":")
    json.json(text: page.next?.text)
    json.markup(",\"next_url\":")
    json.json(text: links.next)
    json.markup(",\"previous\":")
    json.json(text: page.previous?.text)
    json.markup(",\"previous_url\":")
    json.json(text: links.previous)
    json.markup(",\"title\":")
    json.jsonString(page.title)
    json.markup(",\"summary\":")
    json.json(text: page.summary)
    json.markup(",\"style\":")
    switch page.style {
    case .plain: json.markup("\"plain\"")
    case .grouped: json.markup("\"grouped\"")
    case .grid: json.markup("\"grid\"")
    }
    json.markup(",\"header\":")
    write(page.header, .header)
    json.markup(",\"footer\":")
    write(page.footer, .footer)
    json.markup(",\"sections\":[")
    for (position, section) in page.sections.enumerated() {
      if position > 0 { json.markup(",") }
      try write(section)
    }
    json.markup("],\"truncated\":false}")
  }

  private mutating func write(_ section: any SectionViewModel) throws {
    json.markup("{\"header\":")
    write(section.header, section.place.map { .sectionHeader($0) })
    json.markup(",\"footer\":")
    write(section.footer, section.place.map { .sectionFooter($0) })
    json.markup(",\"index_title\":")
    json.json(text: section.indexTitle)
    json.markup(",\"cells\":[")
    isFirst = true
    try section.visitCells(&self)
    json.markup("]}")
  }

  private mutating func write(_ view: (any SupplementaryViewModel)?, _ place: SupplementaryPlace?) {
    guard let view else { return json.markup("null") }
    json.markup("{\"reuse_identifier\":")
    json.json(text: adapters[view]?.reuseIdentifier)
    writeVariant(view.variant)
    if let place, let decorator {
      let actions = decorator.actions(of: view), section = decorator.section(of: view, place)
      if section != nil || !actions.isEmpty {
        json.markup(",\"view\":")
        json.jsonString(place.description)
      }
      if let section {
        json.markup(",\"version\":")
        json.jsonString(section.version.description)
        json.markup(",\"events\":[")
        for (index, event) in section.events.enumerated() {
          if index > 0 { json.markup(",") }
          json.jsonString(event)
        }
        json.markup("]")
      }
      if !actions.isEmpty {
        json.markup(",\"actions\":")
        write(actions)
      }
    }
    json.markup(",\"values\":")
    do { try json.json(view) } catch { json.markup("null") }
    json.markup("}")
  }

  private mutating func writeVariant(_ variant: ViewVariant) {
    guard variant != .plain else { return }
    json.markup(",\"variant\":")
    json.json(Int64(variant.number))
  }

  // MARK: Cells

  /// Writes one cell. - Throws: `TableError.repeatedID`
  package mutating func visit<ViewModel: CellViewModel>(_ cell: ViewModel) throws {
    try identities.add(cell)
    write(cell, Kind(adapters.slot(of: cell).map { adapters.adapters[$0] }))
  }

  /// Writes cells of one type. - Throws: `TableError.repeatedID`
  package mutating func visitRun<Cells: Sequence>(_ cells: Cells) throws where Cells.Element: CellViewModel {
    guard let slot = adapters.onlySlot(of: Cells.Element.self) else {
      return try cells.lendEach { if !json.isFull { try visit($0) } }
    }
    let kind = Kind(adapters.adapters[slot])
    try cells.lendEach { cell in
      guard !json.isFull else { return }
      try identities.add(cell)
      write(cell, kind)
    }
  }

  /// What an adapter says of all its cells.
  private struct Kind {
    let reuseIdentifier: String?
    let preferredHeight: Int?

    init(_ adapter: (any AnyCellAdapter)?) {
      (reuseIdentifier, preferredHeight) = (adapter?.reuseIdentifier, adapter?.preferredHeight)
    }
  }

  private mutating func write(_ facts: RowFacts) {
    json.markup(",\"version\":")
    json.jsonString(facts.version.description)
    json.markup(",\"is_highlighted\":")
    json.json(facts.isHighlighted)
    json.markup(",\"editing_style\":")
    json.json(text: facts.editingStyle?.rawValue)
    json.markup(",\"is_movable\":")
    json.json(facts.isMovable)
    json.markup(",\"actions\":")
    write(facts.actions)
  }

  private mutating func write(_ actions: [RowAction]) {
    json.markup("[")
    for (position, action) in actions.enumerated() {
      if position > 0 { json.markup(",") }
      json.markup("{\"name\":")
      json.jsonString(action.name)
      json.markup(",\"title\":")
      json.jsonString(action.title)
      json.markup("}")
    }
    json.markup("]")
  }

  private mutating func write<ViewModel: CellViewModel>(_ cell: ViewModel, _ kind: Kind) {
    let record = RecordValuesWriter.record(in: cell)
    if isFirst { isFirst = false } else { json.markup(",") }
    json.markup("{\"id\":")
    if let number = record?.plainNumber { json.json(number) } else { json.json(idOf: cell) }
    json.markup(",\"reuse_identifier\":")
    json.json(text: kind.reuseIdentifier)
    writeVariant(cell.variant)
    json.markup(",\"accessory\":")
    json.jsonString(cell.accessory.rawValue)
    json.markup(",\"indentation_level\":")
    json.json(Int64(cell.indentationLevel))
    json.markup(",\"preferred_height\":")
    if let height = cell.preferredHeight ?? kind.preferredHeight { json.text(height) } else { json.markup("null") }
    json.markup(",\"link\":")
    json.json(text: cell.link(below: rowPages))
    json.markup(",\"is_selected\":")
    let facts = decorator?.facts(of: cell)
    json.json(facts?.isSelected ?? cell.isSelected)
    if let facts { write(facts) }
    json.markup(",\"values\":")
    if let record { records.write(record, into: &json) } else { writeEncoded(cell) }
    json.markup("}")
  }

  private mutating func writeEncoded<ViewModel: CellViewModel>(_ cell: ViewModel) {
    do {
      let fragment = fragment ?? JSONFragment(capacity: 0)
      self.fragment = fragment
      try fragment.write(cell, into: &json)
    } catch {
      json.markup("null")
      problems.append(.notEncodable(row: cell.id, reason: "\(error)"))
    }
  }
}

extension Record {
  /// The number that names the row, where no mark stands before it.
  fileprivate var plainNumber: Int64? { schema.keyForms.first == .text ? nil : id.integer }
}

extension ByteSink {
  /// A number, or the text that the id is written as: a number in a column of texts is one, with a mark.
  mutating func json(idOf cell: some CellViewModel) {
    let id = cell.encodedID
    if cell.id.integer != nil, id.utf8.first != UInt8(ascii: "~") { text(id) } else { jsonString(id) }
  }

  /// A string in quotes, or null.
  mutating func json(text: String?) { if let text { jsonString(text) } else { markup("null") } }
}
