internal import SQLiteTables

/// Finds the types of a file's columns by reading it, or its beginning.
struct TypeSurvey {
  private(set) var evidence: [[ColumnEvidence]] = []

  /// The types of the columns of every table.
  var types: [[ColumnType]] { evidence.map { $0.map(\.type) } }

  /// Looks at records until there are no more, or enough.
  mutating func read<Reader: RecordReader & ~Copyable>(
    _ reader: inout Reader, recordLimit: Int = .max, isStopped: () -> Bool = { false }
  ) {
    var recordCount = 0
    while recordCount < recordLimit, reader.next() {
      add(reader.record, reader.bytes, valuesHaveTypes: Reader.valuesHaveTypes)
      recordCount += 1
      if recordCount % 4096 == 0, isStopped() { return }
    }
    while evidence.count < reader.tables.count { evidence.append([]) }
  }

  private mutating func add(_ record: FileRecord, _ bytes: [UInt8], valuesHaveTypes: Bool) {
    while evidence.count <= record.table { evidence.append([]) }
    while evidence[record.table].count < record.fields.count { evidence[record.table].append(ColumnEvidence()) }
    for (column, field) in record.fields.enumerated() {
      if valuesHaveTypes {
        evidence[record.table][column].add(field, bytes.span)
      } else if !record.hasJoinedField || column < record.fields.count - 1 {
        evidence[record.table][column].add(textOf: field, bytes.span)
      }
    }
  }
}
