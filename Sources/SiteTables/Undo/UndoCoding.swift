import Secrets
import TableModel

/// What would take a change back, as bytes that another server reads. Changes of records alone have such a form: rows of tables in code are whatever
/// their program makes of them, and those of files are known to one server.
enum UndoCoding {
  static func bytes(_ undo: Undo) -> [UInt8]? {
    var edits: [[UInt8]] = []
    for edit in undo.edits {
      guard let bytes = bytes(edit) else { return nil }
      edits.append(bytes)
    }
    let visitor: [UInt8] = undo.visitor.map { [UInt8(1)] + Array($0.utf8) } ?? []
    return FieldBytes.bytes(
      [Array(undo.table.utf8), visitor, Array(undo.message.utf8), Array(String(undo.madeAt).utf8)] + edits)
  }

  static func undo(_ bytes: [UInt8]) -> Undo? {
    guard let fields = FieldBytes.fields(bytes), fields.count >= 4, let madeAt = Int(FieldBytes.text(fields[3])) else {
      return nil
    }
    let edits = fields.dropFirst(4).map(edit)
    guard !edits.contains(where: { $0 == nil }) else { return nil }
    let visitor = fields[1].isEmpty ? nil : FieldBytes.text(Array(fields[1].dropFirst()))
    return Undo(
      table: FieldBytes.text(fields[0]), visitor: visitor, edits: edits.compactMap(\.self),
      message: FieldBytes.text(fields[2]), madeAt: madeAt)
  }

  // MARK: Edits

  private enum EditKind: UInt8 { case change, changes, steps }

  private static func bytes(_ edit: TableEdit) -> [UInt8]? {
    switch edit {
    case .record(let change): [EditKind.change.rawValue] + bytes(change)
    case .revert(.changes(let changes)): [EditKind.changes.rawValue] + FieldBytes.bytes(changes.map(bytes))
    case .revert(.rows(let snapshot)):
      (snapshot as? RecordSteps).map { steps in
        [EditKind.steps.rawValue] + FieldBytes.bytes(steps.steps.flatMap { [Array($0.table.utf8), bytes($0.change)] })
      }
    case .insert, .replace, .remove, .move, .section: nil
    }
  }

  private static func edit(_ bytes: [UInt8]) -> TableEdit? {
    guard let kind = bytes.first.flatMap(EditKind.init) else { return nil }
    let content = Array(bytes.dropFirst())
    if kind == .change { return change(content).map { .record($0) } }
    guard let fields = FieldBytes.fields(content) else { return nil }
    if kind == .changes {
      let changes = fields.compactMap(change)
      return changes.count == fields.count ? .revert(.changes(changes)) : nil
    }
    guard fields.count.isMultiple(of: 2) else { return nil }
    var steps: [RecordStep] = []
    for place in stride(from: 0, to: fields.count, by: 2) {
      guard let change = change(fields[place + 1]) else { return nil }
      steps.append(RecordStep(table: FieldBytes.text(fields[place]), change: change))
    }
    return .revert(.rows(RecordSteps(steps: steps)))
  }

  // MARK: Changes

  private enum ChangeKind: UInt8 { case insert, insertOrIgnore, insertOrReplace, upsert, update, delete }

  private static func bytes(_ change: RecordChange) -> [UInt8] {
    switch change {
    case .insert(let values, let existing):
      let kind: ChangeKind =
        switch existing {
        case .refuse: .insert
        case .ignore: .insertOrIgnore
        case .replace: .insertOrReplace
        }
      return [kind.rawValue] + bytes(values)
    case .upsert(let values): return [ChangeKind.upsert.rawValue] + bytes(values)
    case .update(let key, let values, let expected):
      return [ChangeKind.update.rawValue]
        + FieldBytes.bytes([Array(key.encoded.utf8), Array((expected?.description ?? "").utf8), bytes(values)])
    case .delete(let key, let expected):
      return [ChangeKind.delete.rawValue]
        + FieldBytes.bytes([Array(key.encoded.utf8), Array((expected?.description ?? "").utf8)])
    }
  }

  private static func change(_ bytes: [UInt8]) -> RecordChange? {
    guard let kind = bytes.first.flatMap(ChangeKind.init) else { return nil }
    let content = Array(bytes.dropFirst())
    switch kind {
    case .insert: return values(content).map { .insert($0) }
    case .insertOrIgnore: return values(content).map { .insert($0, ifExists: .ignore) }
    case .insertOrReplace: return values(content).map { .insert($0, ifExists: .replace) }
    case .upsert: return values(content).map { .upsert($0) }
    case .update, .delete:
      guard let fields = FieldBytes.fields(content), fields.count == (kind == .update ? 3 : 2),
        let key = RowKey(encoded: FieldBytes.text(fields[0]))
      else { return nil }
      let version = fields[1].isEmpty ? nil : RowVersion(FieldBytes.text(fields[1]))
      guard fields[1].isEmpty || version != nil else { return nil }
      if kind == .delete { return .delete(key: key, expected: version) }
      return values(fields[2]).map { .update(key: key, $0, expected: version) }
    }
  }

  // MARK: Values

  private enum ValueKind: UInt8 { case null, integer, real, text, blob }

  private static func bytes(_ values: [ColumnValue]) -> [UInt8] {
    FieldBytes.bytes(values.flatMap { [Array($0.column.utf8), bytes($0.value)] })
  }

  private static func bytes(_ value: RecordValue) -> [UInt8] {
    switch value {
    case .null: [ValueKind.null.rawValue]
    case .integer(let number): [ValueKind.integer.rawValue] + Array(String(number).utf8)
    case .real(let number): [ValueKind.real.rawValue] + Array(String(number.bitPattern).utf8)
    case .text(let text): [ValueKind.text.rawValue] + Array(text.utf8)
    case .blob(let bytes): [ValueKind.blob.rawValue] + bytes
    }
  }

  private static func values(_ bytes: [UInt8]) -> [ColumnValue]? {
    guard let fields = FieldBytes.fields(bytes), fields.count.isMultiple(of: 2) else { return nil }
    var values: [ColumnValue] = []
    for place in stride(from: 0, to: fields.count, by: 2) {
      guard let value = value(fields[place + 1]) else { return nil }
      values.append(ColumnValue(FieldBytes.text(fields[place]), value))
    }
    return values
  }

  private static func value(_ bytes: [UInt8]) -> RecordValue? {
    guard let kind = bytes.first.flatMap(ValueKind.init) else { return nil }
    let content = Array(bytes.dropFirst())
    switch kind {
    case .null: return .null
    case .integer: return Int64(FieldBytes.text(content)).map { .integer($0) }
    case .real: return UInt64(FieldBytes.text(content)).map { .real(Double(bitPattern: $0)) }
    case .text: return .text(FieldBytes.text(content))
    case .blob: return .blob(content)
    }
  }
}
