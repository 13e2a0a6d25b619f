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
      guard let field = schema.rowIDField else { return nil }
      self.init([Term(definition.expressions[field], .integer(rowID))])
      return
    }
    let parts = key.parts
    guard !parts.isEmpty, parts.count == schema.keyFields.count else { return nil }
    var terms: [Term] = []
    for ((field, form), part) in zip(zip(schema.keyFields, schema.keyForms), parts) {
      guard Self.mayHold(part, form) else { return nil }
      var value = SQLValue(part)
      if field == schema.rowIDField {
        guard let number = Self.rowID(part) else { return nil }
        value = .integer(number)
      }
      terms.append(Term(definition.keyExpression(of: field), value))
    }
    self.init(terms)
  }

  /// The row that holds these values in its key, whole, as it was read.
  init(_ record: Record, in definition: TableDefinition) {
    if let field = definition.rowIDField {
      self.init([Term(definition.expressions[field], SQLValue(record.part(field)))])
    } else {
      self.init(
        definition.schema.keyFields.map { Term(definition.keyExpression(of: $0), SQLValue(record.part($0))) })
    }
  }

  private struct Term {
    let expression: String
    let value: SQLValue

    init(_ expression: String, _ value: SQLValue) {
      self.expression = expression
      self.value = value
    }
  }

  private init(_ terms: [Term]) {
    var condition = "", values: [SQLValue] = []
    for term in terms {
      if !values.isEmpty { condition += " AND " }
      condition += term.expression
      condition += " = ?"
      values.append(term.value)
    }
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
