package import RichTextRendering
package import SiteConfiguration
package import TableArguments
package import TableModel
package import TableRendering

/// What the site's owner says about a table, its columns found in the table's schema. What isn't there is left out, and told.
package struct TableConfiguration: Sendable {
  /// The schema in the owner's words; the table's own where nothing is said.
  package let schema: RecordSchema
  /// What is said about the table.
  package let notes: SiteFile.Table
  /// The columns that pages show unless others are asked for, in order; `nil` for all.
  private(set) var shownColumns: [Int]?
  /// The order in which rows stand when nobody asks for another; empty for the table's own.
  private(set) var sort: [SortTerm] = []
  /// What the rows are put together by; `nil` for nothing.
  package var sections: TableSections?
  /// What makes the rows a tree; `nil` for a flat list.
  package private(set) var tree: TreeKey?
  /// The column that holds the order of the rows, in which they can be moved.
  package private(set) var moveColumn: Int?
  /// What can be done to rows by one press.
  package private(set) var actions: [TableAction] = []
  /// What is counted beside the rows when nobody asks for it.
  private(set) var facets: [Facet] = []
  /// Columns with a description, in the table's order.
  package private(set) var described: [(column: Int, text: RichText)] = []
  /// What the file names and the table doesn't have.
  package private(set) var problems: [SiteFileError.Problem] = []

  /// Finds the columns of some notes in a schema.
  package init(_ notes: SiteFile.Table?, _ source: RecordSchema) {
    let isSaid =
      notes != nil || source.comment != nil || source.columns.contains { $0.comment != nil || $0.isInternal }
    var notes = notes ?? SiteFile.Table(name: source.table)
    // What the owner says goes before what the database says of itself.
    notes.description = notes.description ?? source.comment.map { RichText($0) }
    self.notes = notes
    guard isSaid else {
      schema = source
      return
    }
    var finder = ColumnFinder(schema: source)
    var columns = source.columns
    var hidden = Set(columns.indices.filter { columns[$0].isInternal })
    for column in notes.columns {
      guard let position = finder.position(of: column.name) else { continue }
      columns[position].title = column.title ?? columns[position].title
      column.overrule(&columns[position])
      if column.isHidden { hidden.insert(position) } else { hidden.remove(position) }
      if let text = column.description { described.append((position, text)) }
    }
    for (position, column) in source.columns.enumerated() where !described.contains(where: { $0.column == position }) {
      if let comment = column.comment { described.append((position, RichText(comment))) }
    }
    described.sort { $0.column < $1.column }
    if let sortable = notes.sortableColumns.map({ finder.positions(of: $0) }) {
      for position in columns.indices where !sortable.contains(position) {
        columns[position].abilities.isSortable = false
      }
    }
    schema = source.described(
      title: notes.title, columns: columns,
      labelColumns: finder.positions(of: notes.labelColumns))
    if let key = notes.searchKey { _ = finder.position(of: key) }
    let first = finder.positions(of: notes.columnOrder)
    hidden.subtract(first.filter { columns[$0].isInternal })
    if !first.isEmpty || !hidden.isEmpty {
      shownColumns = (first + columns.indices.filter { !first.contains($0) && !columns[$0].isRowID }).filter {
        !hidden.contains($0)
      }
    }
    var sorted: Set<Int> = []
    for term in notes.sort {
      guard let column = finder.stored(term.column), sorted.insert(column).inserted else { continue }
      sort.append(SortTerm(column: column, isDescending: term.isDescending))
    }
    sections = TableSections(notes.sections, &finder)
    if let sections { sort = sections.sorted(sort) }
    var problems: [SiteFileError.Problem] = []
    if let name = notes.tree, let column = finder.position(of: name) {
      if let problem = Self.obstacle(toTreeBy: name, column: column, in: source, hasSections: sections != nil) {
        problems.append(problem)
      } else {
        tree = Self.tree(by: column, in: source)
      }
    }
    if let name = notes.move, let column = finder.position(of: name) {
      if let problem = Self.obstacle(toMovingBy: name, column: column, in: source, notes) {
        problems.append(problem)
      } else {
        moveColumn = column
        sort = [SortTerm(column: column)]
      }
    }
    actions = notes.actions.compactMap { TableAction($0, &finder) }
    for facet in notes.facets {
      guard let column = finder.stored(facet.column) else { continue }
      let found = Facet(column: column, kind: facet.kind)
      if !facets.contains(found), facets.count < FacetArguments.limit { facets.append(found) }
    }
    if case .columns(let editable) = notes.editable { _ = finder.positions(of: editable) }
    self.problems = finder.problems + problems
  }

  /// Whether pages show something that has a style sheet of its own.
  package var isStyled: Bool {
    notes.description != nil || !described.isEmpty || sections != nil || tree != nil || moveColumn != nil
      || schema.columns.contains { $0.unit != nil }
  }

  /// The columns of a page.
  /// - Parameter asked: those that were asked for; `nil` for no wish.
  package func columns(_ asked: [Int]?) -> RecordColumns {
    guard asked == nil, let shownColumns else { return RecordColumns(schema, showing: asked) }
    return RecordColumns(schema, showing: shownColumns, isOrdered: !notes.columnOrder.isEmpty)
  }

  /// What arguments are held against.
  package func limits(_ options: Site.Options) -> ArgumentLimits {
    var limits = options.limits
    if let size = notes.size { limits.pageSize = min(size, limits.maximumPageSize) }
    limits.sort = sort
    limits.facets = facets
    return limits
  }
}

/// Finds columns by their names, and gathers what isn't there.
struct ColumnFinder {
  let schema: RecordSchema
  var problems: [SiteFileError.Problem] = []

  mutating func position(of name: PlacedName) -> Int? {
    if let position = schema.column(named: name.text) { return position }
    let near = NameSuggestions.hint(name.text, among: schema.columns.map(\.name))
    problems.append(.init("“\(schema.table)” has no column “\(name.text)”" + near, at: name.place))
    return nil
  }

  /// The column of a name, where rows can be put in order or counted by it.
  mutating func stored(_ name: PlacedName) -> Int? {
    guard let position = position(of: name) else { return nil }
    guard schema.columns[position].isComputed else { return position }
    problems.append(.init(schema.refusal(ofComputed: position), at: name.place))
    return nil
  }

  /// The columns that are there, each once.
  mutating func positions(of names: [PlacedName]) -> [Int] {
    var positions: [Int] = []
    for name in names {
      if let position = position(of: name), !positions.contains(position) { positions.append(position) }
    }
    return positions
  }
}
