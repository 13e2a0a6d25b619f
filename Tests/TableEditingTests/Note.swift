import TableEditing
import TableModel

/// A cell for tests.
struct Note: CellViewModel, Equatable {
  var id: RowKey
  var text = ""
}

/// Another kind of cell.
struct Mark: CellViewModel {
  var id: RowKey
}

extension TablePage {
  var ids: [RowKey] { get throws { try sections.flatMap { try $0.ids } } }
}

extension SectionViewModel {
  var ids: [RowKey] {
    get throws {
      var collector = IDCollector()
      try visitCells(&collector)
      return collector.ids
    }
  }
}

private struct IDCollector: CellVisitor {
  var ids: [RowKey] = []
  mutating func visit<ViewModel: CellViewModel>(_ cell: ViewModel) { ids.append(cell.id) }
}

extension TableContents {
  var ids: [[RowKey]] { sections.map { $0.rows.map(\.id) } }
}

extension Command.Deed {
  /// Enters texts into the fields of rows.
  static func enter(_ values: [String: String]) -> Command.Deed { .update(Self.values(values)) }

  /// Makes rows of texts.
  static func make(_ rows: [[String: String]], kind: Int = 0, at position: CellPosition? = nil) -> Command.Deed {
    .insert(rows.map(values), kind: kind, at: position)
  }

  private static func values(_ values: [String: String]) -> [ColumnValue] {
    values.map { ColumnValue($0.key, .text($0.value)) }
  }
}

extension Command {
  /// Enters texts into the fields of rows.
  static func enter(_ values: [String: String], _ rows: RowKey...) -> Command {
    rows.count == 1
      ? Command(.enter(values), ChosenRow(rows[0])) : Command(.enter(values), together: rows.map { ChosenRow($0) })
  }

  /// Makes rows of texts.
  static func make(_ rows: [String: String]...) -> Command { Command(.make(rows)) }
}

extension TableEvents {
  func run(
    _ deed: Command.Deed, _ row: RowKey? = nil, seen version: RowVersion? = nil, selected: [RowKey] = []
  ) async throws -> CommandResult {
    try await run(Command(deed, row.map { ChosenRow($0, version: version) }, selected: selected))
  }

  func run(_ deed: Command.Deed, _ rows: [ChosenRow], selected: [RowKey] = []) async throws -> CommandResult {
    try await run(Command(deed, together: rows, selected: selected))
  }
}
