import TableModel

/// The rows that a command is about.
struct SeenRows {
  let rows: [SeenRow]
  /// Whether what is said is about all of them.
  let areTogether: Bool
}

/// A row that a command is about, as it was found.
struct SeenRow {
  let row: TableRow
  /// What changes of it expect: what its handler is told. A record that the visitor named no version of is changed whatever it holds.
  let version: RowVersion?

  init(_ row: TableRow, seen: RowVersion?) {
    self.row = row
    version = row.cell is Record ? seen : row.version
  }
}

extension TableEvents {
  /// More rows than this are not taken at once.
  package static let togetherLimit = 1_000

  /// The rows, each once, as long as they are what was seen.
  func found(_ command: Command) async throws -> SeenRows {
    let chosen = command.rows
    guard !chosen.isEmpty else { throw TableCommandError.impossible("No row is selected") }
    guard chosen.count <= Self.togetherLimit else {
      throw TableCommandError.impossible("At most \(Self.togetherLimit) rows can be changed at once")
    }
    var rows: [SeenRow] = []
    var seen: Set<RowKey> = []
    let there = try await table.found(Set(chosen.map(\.id)))
    for row in chosen {
      guard let found = there[row.id] else {
        if let version = row.version { throw EditConflict(row.id, current: nil, expected: version) }
        throw TableCommandError.missing(row.id)
      }
      if let version = row.version, version != found.version {
        throw EditConflict(found.id, current: found, expected: version)
      }
      if seen.insert(found.id).inserted { rows.append(SeenRow(found, seen: row.version)) }
    }
    return SeenRows(rows: rows, areTogether: command.isTogether)
  }

  /// The row with an id, whatever it holds.
  func found(_ id: RowKey) async throws -> SeenRow {
    guard let row = try await row(id) else { throw TableCommandError.missing(id) }
    return SeenRow(row, seen: nil)
  }
}

extension [SeenRow] {
  var counted: String { count == 1 ? "1 row" : "\(count) rows" }

  /// Three of them by name, and how many more.
  var listed: String {
    let names = prefix(3).map { "“\($0.row.name)”" }.joined(separator: ", ")
    return count > 3 ? "\(names) and \(count - 3) more" : names
  }
}
