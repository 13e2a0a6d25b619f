internal import SQLiteTables

/// Reads the records of a file of separated values.
///
/// What is not as it should be is kept as well as it can be, and told: values that lack are null, those too many are joined to the
/// last one, a quote that nobody closes is a character. Empty values too many, as of a delimiter at the end of each line, are dropped.
struct CSVReader: RecordReader, ~Copyable {
  static let valuesHaveTypes = false

  private var input: TextInput
  private var scanner: CSVScanner
  let dialect: CSVDialect
  /// Bytes of a record at most.
  private let limit: Int
  private var line = 1
  private var unclosedCount = 0
  private var isBegun = false
  private var hasEnded = false
  private var foreignBytes: ForeignBytes
  private(set) var record = FileRecord()
  private(set) var problems: [LineProblem] = []
  /// What is to be told of lines above the header.
  private var titles: [LineProblem] = []
  /// The bytes of a record that had to be written anew.
  private var rewritten: [UInt8]?

  /// - Parameter delimiter: the one to try first.
  /// - Throws: `FileReadError` if there is no such file, or it can't be read.
  init(
    path: String, delimiter: UInt8? = nil, recordLimit: Int = FileLimits.recordByteCount,
    pieceByteCount: Int = 256 << 10
  ) throws(FileReadError) {
    try self.init(
      try PackedFile(path: path), delimiter: delimiter, recordLimit: recordLimit, pieceByteCount: pieceByteCount)
  }

  init(
    _ source: any ByteSource, delimiter: UInt8? = nil, recordLimit: Int = FileLimits.recordByteCount,
    pieceByteCount: Int = 256 << 10
  ) throws(FileReadError) {
    // Made ready before it becomes a part of this: changed as a part of what isn't whole yet, it is released twice by optimized code (Swift 6.3).
    var text = try TextInput(source, pieceByteCount: pieceByteCount)
    let sampleByteCount = Self.sampleByteCount(&text, limit: recordLimit)
    dialect = CSVDialect(
      text.bytes[text.start..<text.start + sampleByteCount],
      isWhole: text.isAtEnd && text.end - text.start == sampleByteCount, preferred: delimiter)
    foreignBytes = ForeignBytes(hasMark: text.hasUTF8Mark)
    limit = recordLimit
    input = text
    scanner = CSVScanner(delimiter: dialect.delimiter)
    record.fields.reserveCapacity(dialect.columns.count)
    if dialect.leadingByteCount > 0 { skipLeadingLines() }
  }

  var tables: [FoundTable] { [FoundTable(name: nil, columns: dialect.columns)] }
  var bytes: [UInt8] { rewritten ?? input.bytes }
  var position: Int { input.position }
  var byteCount: Int { input.byteCount }

  mutating func next() -> Bool {
    if !problems.isEmpty { problems.removeAll() }
    if !titles.isEmpty { (problems, titles) = (titles, []) }
    while scan() {
      // An empty line is no record, but in a file of one column.
      if scanner.fields.count == 1, scanner.fields[0].kind == .null, dialect.columns.count > 1 { continue }
      guard isBegun || !dialect.hasHeader else {
        isBegun = true
        continue
      }
      isBegun = true
      dropEmptySurplus()
      if scanner.fields.count != dialect.columns.count { fit() }
      swap(&record.fields, &scanner.fields)
      return true
    }
    guard !hasEnded else { return false }
    hasEnded = true
    if let problem = foreignBytes.end() { problems.append(problem) }
    if let problem = input.problem { problems.append(problem) }
    if let failure = input.failure { problems.append(LineProblem(line: line, failure.description)) }
    return false
  }

  /// How much of the window tells how the file is written: what was read first, or as much more as the names of many columns take.
  private static func sampleByteCount(_ input: inout TextInput, limit: Int) -> Int {
    var count = input.end - input.start
    while !input.isAtEnd || count < input.end - input.start, count < limit,
      !input.bytes[input.start..<input.start + count].contains(where: LineEnd.begins)
    {
      let wanted = count * 2
      while !input.isAtEnd, input.end - input.start < wanted { input.fill() }
      count = min(wanted, input.end - input.start)
    }
    return count
  }

  /// Takes the lines that are no records.
  private mutating func skipLeadingLines() {
    let window = input.bytes, start = input.start
    var lines = LineCounter()
    var position = start
    for title in dialect.titles {
      lines.pass(window.span, from: position, to: start + title.lowerBound)
      position = start + title.lowerBound
      let text = window[position..<start + title.upperBound].prefix { !LineEnd.begins(with: $0) }
      titles.append(LineProblem(line: lines.line, "The line is above the header; it is no row.", text: text))
    }
    input.start = start + dialect.leadingByteCount
    lines.pass(window.span, from: position, to: input.start)
    line = lines.line
  }

  /// Finds the fields of the next line, reading on where it is cut.
  private mutating func scan() -> Bool {
    if rewritten != nil { rewritten = nil }
    record.hasJoinedField = false
    while true {
      if input.start == input.end {
        if input.isAtEnd { return false }
        input.fill()
        continue
      }
      var outcome = scanWindow(quotes: true)
      if outcome == .cut, input.end - input.start < quotedByteCount {
        input.fill()
        continue
      }
      var isUnclosed = false
      if [.cut, .unclosed, .broken].contains(outcome) {
        // Either a quote is open, or the line itself is long.
        let isFar = outcome != .broken
        outcome = scanWindow(quotes: false)
        if outcome == .cut, input.end - input.start < limit {
          input.fill()
          continue
        }
        isUnclosed = true
        if isFar, outcome != .cut { unclosedCount += 1 }
      }
      guard case .ended(let end) = outcome else {
        skipLine()
        continue
      }
      let start = input.start
      if end - start > limit {
        tell(tooLong("record"), start, start + LineProblem.excerptByteCount)
        line += 1 + scanner.innerLineCount
        input.start = end
        continue
      }
      if isUnclosed, input.bytes[start..<end].contains(UInt8(ascii: "\"")) {
        tell("Unclosed quote; read as a character.", start, end)
      } else if scanner.hasLooseQuote {
        tell("Quote inside quotes isn't doubled; read as a character.", start, end)
      }
      if scanner.isWide { decode(start, end, quotes: !isUnclosed) } else { scanner.finish(&input.bytes) }
      record.line = line
      line += 1 + scanner.innerLineCount
      input.start = end
      return true
    }
  }

  /// Looks for the end of the record that begins here. A function of its own, so that it lets go of the window before that is changed.
  private mutating func scanWindow(quotes: Bool) -> CSVScanner.Outcome {
    let window = input.bytes
    let end = quotes ? min(input.end, input.start + quotedByteCount) : input.end
    return scanner.scan(
      window.span, from: input.start, to: end, isLast: input.isAtEnd && end == input.end, quotes: quotes)
  }

  /// How far the end of a quote is looked for, at first beyond what a record may take: what is too long is skipped as one. Less in files that leave
  /// quotes open: each such line costs a look that far.
  private var quotedByteCount: Int { max((16 * limit) >> min(unclosedCount, 30), 8 << 10) }

  private func tooLong(_ what: String) -> String {
    "The \(what) is longer than \(FileLimits.words(limit)) and was skipped."
  }

  /// Takes a line that is longer than any may be.
  private mutating func skipLine() {
    tell(tooLong("line"), input.start, min(input.start + LineProblem.excerptByteCount, input.end))
    while !skipToLineEnd(), !input.isAtEnd { input.fill() }
    line += 1
  }

  /// Takes what the window has of a line, and the end of it if that is there.
  private mutating func skipToLineEnd() -> Bool {
    let end = input.bytes[input.start..<input.end].firstIndex(where: LineEnd.begins)
    input.start = end ?? input.end
    guard let end, let next = LineEnd.end(input.bytes.span, end, input.end, isLast: input.isAtEnd) else { return false }
    input.start = next
    return true
  }

  /// Sees to it that a record with other characters than ASCII is UTF-8.
  private mutating func decode(_ start: Int, _ end: Int, quotes: Bool) {
    guard let text = foreignBytes.repaired(input.bytes[start..<end], line: line, problems: &problems) else {
      return scanner.finish(&input.bytes)
    }
    var repaired = text
    _ = scanner.scan(repaired.span, from: 0, to: repaired.count, isLast: true, quotes: quotes)
    scanner.finish(&repaired)
    rewritten = repaired
  }

  /// Drops what is empty behind the last column.
  private mutating func dropEmptySurplus() {
    while scanner.fields.count > dialect.columns.count, let last = scanner.fields.last, last.count == 0 {
      scanner.fields.removeLast()
    }
  }

  /// Makes a record as wide as the table.
  private mutating func fit() {
    let width = dialect.columns.count
    let count = scanner.fields.count
    if count < width {
      problems.append(problem("The line has \(count) of \(width) values; the missing ones are left empty."))
      scanner.fields += repeatElement(BulkField(), count: width - count)
    } else {
      problems.append(
        problem("The line has \(count) values for \(width) columns; the extra values were added to the last one."))
      joinLast(width)
    }
  }

  /// Joins what is too much to the last value, with the delimiters between.
  private mutating func joinLast(_ width: Int) {
    let source = bytes
    var text: [UInt8] = []
    var fields: [BulkField] = []
    for (place, field) in scanner.fields.enumerated() {
      let start = text.count
      if place >= width { text.append(dialect.delimiter) }
      text.append(contentsOf: source[field.start..<field.start + field.count])
      if place < width {
        fields.append(field.kind == .null ? field : BulkField(textAt: start, count: field.count))
      } else {
        let last = fields[width - 1]
        fields[width - 1] = BulkField(textAt: last.kind == .null ? start : last.start, count: 0)
        fields[width - 1].count = text.count - fields[width - 1].start
      }
    }
    scanner.fields = fields
    record.hasJoinedField = true
    rewritten = text
  }

  private func problem(_ message: String) -> LineProblem {
    let fields = scanner.fields.filter { $0.kind == .text }
    guard let first = fields.first, let last = fields.last else { return LineProblem(line: record.line, message) }
    return LineProblem(line: record.line, message, text: bytes[first.start..<max(last.start + last.count, first.start)])
  }

  private mutating func tell(_ message: String, _ start: Int, _ end: Int) {
    var text = input.bytes[start..<end]
    while let last = text.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") { text = text.dropLast() }
    problems.append(LineProblem(line: line, message, text: text))
  }
}
