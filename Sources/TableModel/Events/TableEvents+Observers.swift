/// Telling handlers of what has been stored and moved.
extension TableEvents {
  func tellObservers(of edits: [TableEdit], _ result: TableEventResult) async {
    guard handlers.followsStoring else { return }
    var before: [RowKey: any CellViewModel] = [:], sources: [RowKey: CellPosition] = [:]
    for edit in result.undo {
      switch edit {
      case .insert(let cell, _), .replace(let cell, _): before[cell.id] = cell
      case .remove(let id, _): before[id] = nil
      case .move(let id, let source, _): sources[id] = source
      }
    }
    let after = Dictionary(result.rows.map { ($0.cell.id, $0) }) { first, _ in first }
    var told: Set<StoredEdit> = []
    for edit in edits {
      let id = edit.row, isMove = edit.isMove
      guard told.insert(StoredEdit(row: id, isMove: isMove)).inserted else { continue }
      if let row = after[id] {
        let handler = handler(of: row)
        if isMove {
          await handler.didMove(from: sources[id])
        } else {
          await handler.didStore(replacing: before[id], isDeleted: false)
        }
      } else if let old = before[id], !isMove {
        await handler(of: TableRow(old)).didStore(replacing: nil, isDeleted: true)
      }
    }
  }
}

/// What a row's observers are told once, however many edits did it.
private struct StoredEdit: Hashable {
  let row: RowKey
  let isMove: Bool
}

extension TableEdit {
  fileprivate var isMove: Bool {
    if case .move = self { true } else { false }
  }
}
