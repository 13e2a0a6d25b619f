internal import SQLTables
internal import TableModel

/// The condition that takes the row of a key and no other.
///
/// The values are bound with the types that they have in the key, so that a blob is never taken for the text that it spells, or the other
/// way round. A column with an affinity makes of a value what it would store of it (https://sqlite.org/datatype3.html section 4.2).
struct RowLocator {
  let condition: String
  let values: [SQLValue]

  /// - Returns: `nil` if no row can have the key.
  init?(_ key: RowKey, in definition: TableDefinition) {
    let schema = definition.schema
    if let rowID = key.rowID {
      guard let condition = definition.rowIDCondition else { return nil }
      self.init(condition, [.integer(rowID)])
      return
    }
    // Nearly every key is one integer, and the row id of its row.
    if let number = key.integer, definition.orderingRowID != nil, schema.keyForms.first == .any {
      self.init(definition.keyCondition, [.integer(number)])
      return
    }
    let parts = key.parts
    guard !parts.isEmpty, parts.count == schema.keyFields.count else { return nil }
    var values: [SQLValue] = []
    values.reserveCapacity(parts.count)
    for (place, part) in parts.enumerated() {
      guard Self.mayHold(part, schema.keyForms[place]) else { return nil }
      if schema.keyFields[place] == schema.rowIDField {
        guard let number = Self.rowID(part) else { return nil }
        values.append(.integer(number))
      } else {
        values.append(SQLValue(part))
      }
    }
    self.init(definition.keyCondition, values)
  }

  /// The row that holds these values in its key, whole, as it was read.
  init(_ record: Record, in definition: TableDefinition) {
    if let field = definition.rowIDField {
      self.init(definition.expressions[field] + " = ?", [SQLValue(record.part(field))])
    } else {
      self.init(definition.keyCondition, definition.schema.keyFields.map { SQLValue(record.part($0)) })
    }
  }

  private init(_ condition: String, _ values: [SQLValue]) {
    (self.condition, self.values) = (condition, values)
  }

  /// Whether a row can be named by a part. Any number of rows may have null; and a column of texts holds no numbers, but would make texts of
  /// those that it is compared with.
  private static func mayHold(_ part: RowKey.Part, _ form: RowKey.Form) -> Bool {
    switch part {
    case .null: false
    case .integer, .real: form == .any
    case .text, .blob: true
    }
  }

  /// A row ID, also where it is written in another way, such as `007`.
  private static func rowID(_ part: RowKey.Part) -> Int64? {
    switch part {
    case .integer(let number): number
    case .text(let bytes): Int64(String(decoding: bytes, as: UTF8.self))
    case .null, .real, .blob: nil
    }
  }
}
