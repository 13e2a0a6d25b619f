internal import Synchronization

/// The contents of a table in memory at one moment, and what was found out about them: the values of columns, and orders of the rows.
///
/// Made when something is asked that needs it, and let go with the next change.
final class MemorySnapshot<Row: CellViewModel>: Sendable {
  let contents: TableContents<Row>
  let version: DataVersion
  private let columns: [TableColumn<Row>]
  /// The place of the first row of each section.
  private let starts: [Int]
  private let known = Mutex(KnownOfRows())

  /// Visitors' filters make orders without end; what is dropped is found again.
  private static var limit: Int { 16 }

  init(_ contents: TableContents<Row>, columns: [TableColumn<Row>], version: DataVersion) {
    self.contents = contents
    self.columns = columns
    self.version = version
    var count = 0
    starts = contents.sections.map { section in
      defer { count += section.rows.count }
      return count
    }
  }

  /// The row at a place among those of all sections. O(log(sections)).
  subscript(_ place: Int) -> Row {
    var (section, end) = (0, starts.count)
    while end - section > 1 {
      let middle = (section + end) / 2
      if starts[middle] <= place { section = middle } else { end = middle }
    }
    return contents.sections[section].rows[place - starts[section]]
  }

  /// The place of the row with a key; `nil` if there is none. O(rows) for the first two who ask, O(1) for others: where a table changes between
  /// one question and the next, an index would cost each time what it is to spare.
  func place(of key: RowKey, _ steps: inout WorkSteps) throws -> Int? {
    let (places, wasAsked) = known.withLock { ($0.places, $0.wasAsked) }
    if let places { return places[key] }
    guard wasAsked else {
      let position = try contents.position(of: key, &steps)
      known.withLock { $0.wasAsked = true }
      return position.map { starts[$0.section] + $0.row }
    }
    let made = try index(&steps)
    known.withLock { $0.places = made }
    return made[key]
  }

  private func index(_ steps: inout WorkSteps) throws -> [RowKey: Int] {
    var places: [RowKey: Int] = [:]
    places.reserveCapacity(contents.rowCount)
    for section in contents.sections {
      for row in section.rows {
        try steps.take()
        places[row.id] = places.count
      }
    }
    return places
  }

  /// The values of a column, of all rows. O(rows) for the first who asks.
  func values(of column: Int, _ steps: inout WorkSteps) throws -> [RecordValue] {
    if let values = known.withLock({ $0.values[column] }) { return values }
    var values: [RecordValue] = []
    values.reserveCapacity(contents.rowCount)
    let value = columns[column].reading.value
    for section in contents.sections {
      for row in section.rows {
        try steps.take()
        values.append(value(row))
      }
    }
    known.withLock { $0.values[column] = values }
    return values
  }

  /// The rows of a selection in an order. O(rows × log(rows)) for the first who asks, O(1) for others.
  /// - Throws: `TableError.badRequest` if columns of the query don't exist, or can't be asked for what they are.
  func order(_ query: TableQuery, _ steps: inout WorkSteps) throws -> RowOrder {
    guard query.tree == nil else { throw TableError.badRequest("The rows of this table are no tree.") }
    guard !query.sort.isEmpty || !query.selection.isEverything else { return RowOrder(contents) }
    let key = RowOrderKey(sort: query.sort, selection: query.selection)
    if let order = known.withLock({ $0.orders[key] }) { return order }
    guard query.sort.allSatisfy({ columns.indices.contains($0.column) }) else {
      throw TableError.badRequest("A sort column doesn't exist.")
    }
    var places = try places(of: query.selection, &steps)
    if !query.sort.isEmpty { try sort(&places, query.sort, &steps) }
    let order = RowOrder(places, of: contents, isSorted: !query.sort.isEmpty, identity: Self.identity(key))
    known.withLock { known in
      if known.orders.count >= Self.limit { known.orders.removeAll() }
      known.orders[key] = order
    }
    return order
  }

  private func places(of selection: RowSelection, _ steps: inout WorkSteps) throws -> [Int] {
    let filter = try RowFilter(selection, columns)
    guard !filter.isEverything else { return Array(0..<contents.rowCount) }
    var values: [[RecordValue]] = Array(repeating: [], count: columns.count)
    for column in filter.columns { values[column] = try self.values(of: column, &steps) }
    return try (0..<contents.rowCount).filter { place in try filter.isMet(&steps) { values[$0][place] } }
  }

  /// Rows that are equal keep their order, turned around where the last column is descending: then one direction is the other reversed,
  /// as in databases.
  private func sort(_ places: inout [Int], _ terms: [SortTerm], _ steps: inout WorkSteps) throws {
    let values = try terms.map { try self.values(of: $0.column, &steps) }
    let keys = try values.first.flatMap { try SortKey.keys(of: $0, &steps) }
    let (first, last) = (terms.first?.isDescending ?? false, terms.last?.isDescending ?? false)
    // What is compared most stands beside the place, where it is read.
    var rows = places.map { (key: keys?[$0] ?? .unknown, place: $0) }
    try rows.sort { one, two in
      try steps.take()
      let told = one.key.compare(two.key)
      if let told, told != 0 { return (told < 0) != first }
      for term in (told == nil ? 0 : 1)..<terms.count {
        let order = values[term][one.place].compare(values[term][two.place])
        if order != 0 { return (order < 0) != terms[term].isDescending }
      }
      return (one.place < two.place) != last
    }
    places = rows.map(\.place)
  }

  /// Ties page tokens to sort and filters. The same in every process, so that links keep working.
  private static func identity(_ key: RowOrderKey) -> String {
    let sort = key.sort.map { "\($0.column)\($0.isDescending ? "-" : "+")" }.joined(separator: ",")
    func text(_ filter: ColumnFilter) -> String {
      "\(filter.column) \(filter.condition.rawValue) \(filter.values.map { "\($0.utf8.count):\($0)" }.joined())"
    }
    let filters = key.selection.filters.map(text).joined(separator: "&")
    let alternatives = key.selection.alternatives.map { $0.map(text).joined(separator: "|") }.joined(separator: "&")
    let searches = key.selection.searches.map { "\($0.column ?? -1):\($0.text)" }.joined(separator: "&")
    return ["", sort, filters, alternatives, searches].joined(separator: "\u{1}")
  }
}

// Neither of these is generic: what they hold would be looked up each time.

/// What was found out about the rows of a table in memory.
private struct KnownOfRows: Sendable {
  var values: [Int: [RecordValue]] = [:]
  var orders: [RowOrderKey: RowOrder] = [:]
  /// The place of each row, and whether one was looked for.
  var places: [RowKey: Int]?
  var wasAsked = false
}

private struct RowOrderKey: Hashable {
  var sort: [SortTerm]
  var selection: RowSelection
}
