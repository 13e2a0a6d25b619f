internal import SQLTables
internal import TableModel

/// The condition that takes the row of a key and no other.
struct RowLocator {
  let condition: String
  let values: [SQLValue]

  /// - Returns: `nil` if no row can have the key.
  init?(_ key: RowKey, in definition: TableDefinition) {
    let fields = definition.schema.keyFields
    guard key.rowID == nil, !fields.isEmpty, key.parts.count == fields.count,
      key.parts.allSatisfy({ !SQLValue($0).isNull })
    else { return nil }
    condition = definition.keyCondition
    values = key.parts.map { SQLValue($0) }
  }
}
