@testable import FileTables
@testable import SQLiteTables

/// How an input is read: its first two bytes say it, so that libFuzzer finds every way.
struct FileInput {
  let delimiter: UInt8?
  let isLines: Bool
  let pieceByteCount: Int
  let chunkByteCount: Int
  let bytes: [UInt8]

  init?(_ input: UnsafeBufferPointer<UInt8>) {
    guard input.count >= 2 else { return nil }
    let (first, second) = (Int(input[0]), Int(input[1]))
    delimiter = [nil, UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")][first % 5]
    isLines = first % 2 == 1
    pieceByteCount = [512, 64, 32, 16][second % 4]
    chunkByteCount = [1, 5, 16, 33][second / 4 % 4]
    let text = input[2...]
    // What is hardly met by chance: a mark, and two bytes for each character.
    switch second / 16 % 8 {
    case 0: bytes = [0xFF, 0xFE] + text.flatMap { [$0, 0] }
    case 1: bytes = [0xFE, 0xFF] + text.flatMap { [0, $0] }
    case 2: bytes = [0xEF, 0xBB, 0xBF] + text
    default: bytes = Array(text)
    }
  }
}

/// A record with its values, apart from the bytes that it was read from.
struct ReadRecord: Equatable {
  var table: Int
  var line: Int
  var fields: [BulkField]
  var texts: [String]
}

/// All that a reader reads, once every record was looked at.
struct ReadFile: Equatable {
  var records: [ReadRecord] = []
  var problems: [LineProblem] = []
  var tables: [FoundTable] = []

  /// Reads to the end. Texts are UTF-8 within the bytes, numbers are finite, each record belongs to a table and is as wide as
  /// that is then, lines are counted.
  init<Reader: FileTables.RecordReader & ~Copyable>(_ reader: inout Reader, of bytes: [UInt8]) {
    let lineCount = 1 + bytes.count { $0 == 0x0A || $0 == 0x0D }
    while true {
      let hasRecord = reader.next()
      problems += reader.problems.map { problem in
        var problem = problem
        // Where reading ends for good, the rest is told as far as it has been read.
        problem.text = ""
        return problem
      }
      guard hasRecord else { break }
      let record = reader.record
      // Objects without any key have no values.
      precondition(record.fields.isEmpty || reader.tables[record.table].columns.count == record.fields.count)
      precondition((1...lineCount).contains(record.line))
      records.append(Self.read(record, of: reader.bytes))
    }
    tables = reader.tables
    precondition(problems.allSatisfy { (1...lineCount).contains($0.line) })
    for table in tables {
      precondition(!table.columns.isEmpty && table.columns.allSatisfy { !$0.isEmpty && !$0.utf8.contains(0) })
      let folded = Set(table.columns.map { $0.utf8.map { (65...90).contains($0) ? $0 | 0x20 : $0 } })
      precondition(folded.count == table.columns.count)
    }
    precondition(!reader.next() && reader.problems.isEmpty)
  }

  private static func read(_ record: FileRecord, of bytes: [UInt8]) -> ReadRecord {
    var read = ReadRecord(table: record.table, line: record.line, fields: record.fields, texts: [])
    for (place, field) in record.fields.enumerated() {
      precondition(field.kind != .real || Double(bitPattern: field.bits).isFinite)
      if field.kind == .text {
        let text = String(validating: bytes[field.start..<field.start + field.count], as: UTF8.self)
        precondition(text != nil)
        read.texts.append(text ?? "")
      }
      // Where a value stands depends on the window.
      read.fields[place].start = 0
    }
    return read
  }
}

/// Separated values: in whatever pieces they come, the same is read; what is no line of the table's width is told.
@Sendable func readCSV(_ input: UnsafeBufferPointer<UInt8>) {
  guard let input = FileInput(input) else { return }
  guard let (whole, dialect) = csv(input, chunkByteCount: .max) else {
    preconditionFailure("bytes in memory can be read")
  }
  checkWidths(input.bytes, whole, dialect)
  for record in whole.records { checkWriting(record, dialect) }
  // The first piece is read before anything else is done.
  guard input.bytes.count > input.pieceByteCount else { return }
  let pieces = csv(input, chunkByteCount: input.chunkByteCount)
  precondition(whole == pieces?.0)
}

private func csv(_ input: FileInput, chunkByteCount: Int) -> (ReadFile, CSVDialect)? {
  let source = BytesInMemory(input.bytes, chunkByteCount: chunkByteCount)
  guard var reader = try? CSVReader(source, delimiter: input.delimiter, pieceByteCount: input.pieceByteCount) else {
    return nil
  }
  let dialect = reader.dialect
  return (ReadFile(&reader, of: input.bytes), dialect)
}

/// Where nothing is quoted, lines and delimiters can be counted by anyone.
private func checkWidths(_ bytes: [UInt8], _ file: ReadFile, _ dialect: CSVDialect) {
  guard bytes.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "\"") }) else { return }
  // Lines end with LF, CR or both, in any mixture.
  let text = bytes.dropFirst(dialect.leadingByteCount)
  var lines = text.indices.reduce(into: [[UInt8]()]) { lines, index in
    let isFirstOfTwo =
      text[index] == UInt8(ascii: "\r") && index + 1 < text.endIndex && text[index + 1] == UInt8(ascii: "\n")
    if text[index] == UInt8(ascii: "\n") || (text[index] == UInt8(ascii: "\r") && !isFirstOfTwo) {
      lines.append([])
    } else if !isFirstOfTwo {
      lines[lines.count - 1].append(text[index])
    }
  }
  if lines.last?.isEmpty == true { lines.removeLast() }
  if dialect.columns.count > 1 { lines.removeAll(where: \.isEmpty) }
  if dialect.hasHeader, !lines.isEmpty { lines.removeFirst() }
  precondition(lines.count == file.records.count)
  let others = lines.count { line in line.count { $0 == dialect.delimiter } + 1 != dialect.columns.count }
  // Empty fields behind the last column are no problem.
  precondition(file.problems.count <= others)
}

/// A record that is written again, all its texts in quotes, is the same.
private func checkWriting(_ record: ReadRecord, _ dialect: CSVDialect) {
  var bytes: [UInt8] = []
  var texts = record.texts[...]
  for (place, field) in record.fields.enumerated() {
    if place > 0 { bytes.append(dialect.delimiter) }
    guard field.kind == .text, let text = texts.popFirst() else { continue }
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 { bytes += byte == UInt8(ascii: "\"") ? [byte, byte] : [byte] }
    bytes.append(UInt8(ascii: "\""))
  }
  bytes.append(UInt8(ascii: "\n"))
  var scanner = CSVScanner(delimiter: dialect.delimiter)
  let outcome = scanner.scan(bytes.span, from: 0, to: bytes.count, isLast: false)
  precondition(outcome == .ended(at: bytes.count) && !scanner.hasLooseQuote)
  scanner.finish(&bytes)
  let again = scanner.fields.filter { $0.kind == .text }
    .map { String(decoding: bytes[$0.start..<$0.start + $0.count], as: UTF8.self) }
  precondition(again == record.texts && scanner.fields.count == record.fields.count)
}

/// Arrays, objects of arrays and lines of JSON: in whatever pieces they come, the same is read.
@Sendable func readRecords(_ input: UnsafeBufferPointer<UInt8>) {
  guard let input = FileInput(input) else { return }
  let whole = records(input, chunkByteCount: .max)
  // The first piece is read before anything else is done.
  guard input.bytes.count > input.pieceByteCount else { return }
  precondition(whole == records(input, chunkByteCount: input.chunkByteCount))
}

private func records(_ input: FileInput, chunkByteCount: Int) -> ReadFile? {
  let source = BytesInMemory(input.bytes, chunkByteCount: chunkByteCount)
  guard var reader = try? JSONReader(source, isLines: input.isLines, pieceByteCount: input.pieceByteCount) else {
    return nil
  }
  return ReadFile(&reader, of: input.bytes)
}
