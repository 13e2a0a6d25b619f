internal import SQLTables
internal import SQLiteTables

/// A table while rows are added to it.
final class LoadingTable {
  /// What it is called now, and what it will be called once all rows are there.
  let currentName, finalName: String
  private(set) var types: [ColumnType]
  private var columns: [String]
  private let writer: SQLiteBulkWriter
  private var insertion: SQLiteBulkWriter.Insertion
  /// The values of the next row.
  private var row: [BulkField] = []
  private(set) var rowCount = 0

  init(
    _ currentName: String, as finalName: String, columns: [String], types: [ColumnType], in writer: SQLiteBulkWriter
  ) throws {
    self.currentName = currentName
    self.finalName = finalName
    self.writer = writer
    self.columns = columns
    self.types = types + Array(repeating: .any, count: max(columns.count - types.count, 0))
    let definitions = zip(columns, self.types).map { "\(SQLIdentifier($0)) \($1.declaration)" }
    try writer.execute("CREATE TABLE main.\(SQLIdentifier(currentName)) (\(definitions.joined(separator: ", ")))")
    insertion = try writer.insertion(into: currentName, columnCount: columns.count)
  }

  /// Adds the columns that were found since. Those that the survey has not met take values of every kind.
  private func widen(_ found: [String]) throws {
    for (position, name) in found.enumerated().dropFirst(columns.count) {
      if position == types.count { types.append(.any) }
      let definition = "\(SQLIdentifier(name)) \(types[position].declaration)"
      try writer.execute("ALTER TABLE main.\(SQLIdentifier(currentName)) ADD COLUMN \(definition)")
    }
    columns = found
    insertion = try writer.insertion(into: currentName, columnCount: columns.count)
  }

  /// Adds a record.
  /// - Parameters:
  ///   - found: the columns that the file is known to have by now.
  ///   - isStrict: whether a value that its column does not take is refused; else it is added as it is.
  /// - Throws: `UnexpectedValue` if it is refused.
  func add(
    _ record: FileRecord, of bytes: [UInt8], columns found: [FoundTable], valuesHaveTypes: Bool, isStrict: Bool
  ) throws {
    if record.fields.count > columns.count { try widen(found[record.table].columns) }
    row.removeAll(keepingCapacity: true)
    let isRight = Self.convert(
      record, bytes.span, types, into: &row, valuesHaveTypes: valuesHaveTypes)
    guard isRight || !isStrict else { throw UnexpectedValue() }
    try insertion.add(row, of: bytes)
    rowCount += 1
  }

  /// Makes the values what the columns take.
  /// - Returns: whether all fit.
  private static func convert(
    _ record: FileRecord, _ bytes: Span<UInt8>, _ types: [ColumnType], into row: inout [BulkField],
    valuesHaveTypes: Bool
  ) -> Bool {
    var isRight = true
    for (column, field) in record.fields.enumerated() {
      if let value = types[column].stored(field, bytes, hasKind: valuesHaveTypes) {
        row.append(value)
      } else {
        let isJoined = record.hasJoinedField && column == record.fields.count - 1
        isRight = isRight && isJoined
        row.append(field)
      }
    }
    return isRight
  }
}

/// A value that the type of its column, as it was found out, does not take.
struct UnexpectedValue: Error {}
