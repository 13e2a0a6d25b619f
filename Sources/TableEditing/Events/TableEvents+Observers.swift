import TableModel

/// Telling handlers of what has been stored and moved.
extension TableEvents {
  func tellObservers(of stored: StoredEdits, _ edits: [TableEdit]) async {
    guard handlers.followsStoring else { return }
    for outcome in stored.records.outcomes where outcome.action != .unchanged {
      guard let record = outcome.after ?? outcome.before else { continue }
      await handler(of: TableRow(record)).didStore(replacing: outcome.before, isDeleted: outcome.after == nil)
    }
    // What undoes an edit tells what the row was before.
    var old: [RowKey: any CellViewModel] = [:], sources: [RowKey: CellPosition] = [:], changed: Set<RowKey> = []
    for edit in stored.undo {
      switch edit {
      case .insert(let cell, _), .replace(let cell, _): old[cell.id] = cell
      case .remove(let id, _): old[id] = nil
      case .move(let id, let source, _):
        sources[id] = source
        continue
      case .section:
        for cell in edit.insertedRows { old[cell.id] = cell }
        continue
      case .record, .revert: continue
      }
      if let id = edit.row { changed.insert(id) }
    }
    // What takes a new section out doesn't name its rows.
    for case .section(.insert(let section, _)) in edits { changed.formUnion(section.rows.map(\.id)) }
    for row in stored.rows {
      let id = row.cell.id, handler = handler(of: row)
      if changed.contains(id) { await handler.didStore(replacing: old.removeValue(forKey: id), isDeleted: false) }
      if let source = sources[id] { await handler.didMove(from: source) }
    }
    for cell in stored.undo.flatMap(\.insertedRows) where old[cell.id] != nil {
      await handler(of: TableRow(cell)).didStore(replacing: nil, isDeleted: true)
    }
  }
}
