/// What would take changes back that were made together.
public enum RecordInverse: Sendable {
  /// Changes in the order in which they have to be applied, each with the version that its row has now.
  case changes([RecordChange])
  /// Rows as they were, of one table or several.
  case rows(any RecordSnapshot)

  /// About how many bytes of memory it takes.
  package var byteCount: Int {
    switch self {
    case .changes(let changes): changes.reduce(0) { $0 + $1.byteCount }
    case .rows(let snapshot): snapshot.byteCount
    }
  }
}

/// Rows as they were, kept by the writer that can put them back; what it holds of them is its own affair.
public protocol RecordSnapshot: Sendable {
  /// About how many bytes of memory it takes.
  var byteCount: Int { get }
}

extension RecordChange {
  /// About how many bytes of memory the change takes.
  fileprivate var byteCount: Int {
    switch self {
    case .insert(let values, _), .upsert(let values): 64 + Self.byteCount(values)
    case .update(let key, let values, _): 64 + Self.byteCount(values) + key.byteCount
    case .delete(let key, _): 64 + key.byteCount
    }
  }

  private static func byteCount(_ values: [ColumnValue]) -> Int {
    values.reduce(0) { $0 + 48 + $1.value.byteCount }
  }
}

extension RecordValue {
  package var byteCount: Int {
    switch self {
    case .null, .integer, .real: 0
    case .text(let text): text.utf8.count
    case .blob(let bytes): bytes.count
    }
  }
}

extension TableEdit {
  /// About how many bytes of memory the change takes: of a row, what it encodes counts, and as much again for how it is kept.
  package var byteCount: Int {
    switch self {
    case .insert(let row, _), .replace(let row, _): Self.byteCount(row)
    case .section(.insert(let section, _)): section.rows.reduce(Self.byteCount(section)) { $0 + Self.byteCount($1) }
    case .section(.update(_, let section, _)): Self.byteCount(section)
    case .section(.rename(_, let title, let indexTitle, _)): 256 + title.utf8.count + (indexTitle?.utf8.count ?? 0)
    case .remove, .move, .section(.remove), .section(.move): 256
    case .record(let change): change.byteCount
    case .revert(let inverse): inverse.byteCount
    }
  }

  private static func byteCount(_ viewModel: any Encodable) -> Int {
    256 + RowValues(viewModel).items.reduce(0) { $0 + 64 + 2 * ($1.name.utf8.count + $1.text.utf8.count) }
  }

  /// A section without its rows.
  private static func byteCount(_ section: TableSection<AnyRow>) -> Int {
    let views = [section.header, section.footer].compactMap(\.self)
    return views.reduce(256 + section.title.utf8.count + (section.indexTitle?.utf8.count ?? 0)) {
      $0 + byteCount($1)
    }
  }
}
