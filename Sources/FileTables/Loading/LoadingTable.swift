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
      let type = types[column]
      if field.kind == .null || (type == .text && field.kind == .text) {
        row.append(field)
      } else if valuesHaveTypes {
        isRight = isRight && type.takes(field.evidence)
        row.append(
          type == .any && field.evidence == .boolean ? BulkField(textAt: field.start, count: field.count) : field)
      } else if record.hasJoinedField, column == record.fields.count - 1 {
        row.append(field)
      } else if let number = field.number(bytes, for: type) {
        row.append(number)
      } else {
        // A text without characters says nothing of the type of its column, and is no number either.
        isRight = isRight && field.count == 0
        row.append(field.count == 0 && type != .empty ? BulkField() : field)
      }
    }
    return isRight
  }
}

/// A value that the type of its column, as it was found out, does not take.
struct UnexpectedValue: Error {}

extension BulkField {
  /// The kind of a value that has a type by itself.
  var evidence: ColumnEvidence {
    switch kind {
    case .null: []
    case .integer: count > 0 ? .boolean : .integer
    case .real: .real
    case .text: .text
    }
  }

  /// The kind of a value by the form of its text.
  func evidence(_ bytes: Span<UInt8>, besides known: ColumnEvidence) -> ColumnEvidence {
    if known.contains(.text) || kind == .null || count == 0 { return [] }
    if number(bytes, for: .integer) != nil { return .integer }
    return number(bytes, for: .real) != nil ? .real : .text
  }

  /// The number that a text stands for, spaces around it left out; `nil` if it isn't one that a column of the type takes.
  @inline(__always)
  fileprivate func number(_ bytes: Span<UInt8>, for type: ColumnType) -> BulkField? {
    var (start, count) = (start, count)
    while count > 0, bytes[start] == 0x20 { (start, count) = (start &+ 1, count &- 1) }
    while count > 0, bytes[start &+ count &- 1] == 0x20 { count &-= 1 }
    switch type {
    case .integer: return NumberText.integer(bytes, start, count).map { BulkField($0) }
    case .real: return NumberText.real(bytes, start, count).map { BulkField($0) }
    default: return nil
    }
  }
}
