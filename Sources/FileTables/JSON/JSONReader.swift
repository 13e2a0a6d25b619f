internal import SQLiteTables

/// Reads the records of a file of JSON: an array of objects, an object of arrays, or lines with an object each (NDJSON).
struct JSONReader: RecordReader, ~Copyable {
  static let valuesHaveTypes = true

  /// Where the reader stands.
  enum State: Equatable {
    /// Before a line.
    case lines
    /// Within an array: before an element, or before the mark that stands between two.
    case elements(isFirst: Bool)
    /// Within the outermost object.
    case members(isFirst: Bool)
    case ended
  }

  var input: TextInput
  var parser = JSONRecordParser()
  var state: State
  /// Whether the arrays stand in an object.
  let isObject: Bool
  var lines = LineCounter()
  /// The number of the line that the reader stands on.
  var line: Int { lines.line }
  var record = FileRecord()
  var problems: [LineProblem] = []
  private var hasToldEnd = false
  /// The first line with a number that isn't finite, and how many there are.
  private var unwrittenNumbers: (line: Int, count: Int)?
  var foreignBytes: ForeignBytes
  /// The columns of every table, and what each is called.
  var found: [(name: String?, columns: JSONColumns)] = []
  /// What the outermost object holds beside arrays, as an object; a table of one row.
  var loose: [UInt8] = []
  /// Bytes of a line at most.
  let lineLimit: Int
  /// The bytes of a record that don't stand in the window.
  var rewritten: [UInt8]?

  /// - Parameter isLines: whether each line is a record; `false` finds it out.
  /// - Throws: `FileReadError` if there is no such file, or it can't be read.
  init(
    path: String, isLines: Bool, lineLimit: Int = FileLimits.recordByteCount, pieceByteCount: Int = 256 << 10
  ) throws(FileReadError) {
    try self.init(
      try PackedFile(path: path), isLines: isLines, lineLimit: lineLimit, pieceByteCount: pieceByteCount)
  }

  init(
    _ source: any ByteSource, isLines: Bool, lineLimit: Int = FileLimits.recordByteCount,
    pieceByteCount: Int = 256 << 10
  ) throws(FileReadError) {
    self.lineLimit = lineLimit
    let input = try TextInput(source, pieceByteCount: pieceByteCount)
    let shape =
      isLines ? State.lines : Self.shape(input.bytes.span, input.start, input.end, isWhole: input.isAtEnd)
    self.input = input
    foreignBytes = ForeignBytes(hasMark: input.hasUTF8Mark)
    state = shape
    isObject = shape == .members(isFirst: true)
    if !isObject { found = [(nil, JSONColumns())] }
    guard shape != .lines else { return }
    skipSpace()
    if self.input.start < self.input.end { self.input.start += 1 }
  }

  /// What a file is by its beginning: lines, where a whole object is followed by another one.
  private static func shape(_ bytes: Span<UInt8>, _ start: Int, _ end: Int, isWhole: Bool) -> State {
    let first = JSONScanner.skipSpace(bytes, start, end)
    guard first < end else { return .lines }
    if bytes[first] == UInt8(ascii: "[") { return .elements(isFirst: true) }
    guard bytes[first] == UInt8(ascii: "{") else { return .lines }
    var wide: UInt64 = 0
    guard let behind = try? JSONScanner.endOfValue(bytes, first, end, wide: &wide) else {
      // Cut: an object of arrays. Broken within its first line: lines, whose others may be right.
      var lines = LineCounter()
      lines.pass(bytes, from: first, to: end)
      return lines.line > 1 && !isWhole ? .members(isFirst: true) : .lines
    }
    let next = JSONScanner.skipSpace(bytes, behind, end)
    return next < end ? .lines : .members(isFirst: true)
  }

  var tables: [FoundTable] {
    found.map { FoundTable(name: $0.name, columns: $0.columns.names.isEmpty ? ["value"] : $0.columns.names) }
  }
  var bytes: [UInt8] { rewritten ?? input.bytes }
  var position: Int { input.position }
  var byteCount: Int { input.byteCount }

  mutating func next() -> Bool {
    if !problems.isEmpty { problems.removeAll() }
    if rewritten != nil { rewritten = nil }
    while true {
      let hasRecord: Bool
      switch state {
      case .lines: hasRecord = nextLine()
      case .elements(let isFirst): hasRecord = nextElement(isFirst: isFirst)
      case .members(let isFirst): hasRecord = nextMember(isFirst: isFirst)
      case .ended:
        guard !hasToldEnd else { return false }
        hasToldEnd = true
        if let problem = foreignBytes.end() { problems.append(problem) }
        if let problem = input.problem { problems.append(problem) }
        if let (line, count) = unwrittenNumbers {
          problems.append(
            LineProblem(
              line: line,
              "\(count == 1 ? "1 value" : "\(count) values") NaN or Infinity, from this line on, read as null."))
        }
        if let failure = input.failure { problems.append(LineProblem(line: line, failure.description)) }
        return false
      }
      if hasRecord { return true }
    }
  }

  // MARK: Steps

  /// Goes on to what is no white space, reading on where needed.
  mutating func skipSpace() {
    while true {
      let next = JSONScanner.skipSpace(input.bytes.span, input.start, input.end)
      advance(to: next)
      if next < input.end || input.isAtEnd { return }
      input.fill()
    }
  }

  /// Takes the bytes up to a place.
  mutating func advance(to place: Int) {
    // A copy: the window is borrowed while it counts.
    var passed = lines
    passed.pass(input.bytes.span, from: input.start, to: place)
    lines = passed
    input.start = place
  }

  /// The next byte that is no white space; `nil` at the end of the file.
  mutating func peek() -> UInt8? {
    skipSpace()
    return input.start < input.end ? input.bytes[input.start] : nil
  }

  /// Ends reading where nothing more can be made of the file.
  mutating func end(_ message: String) {
    tell(message, input.start, input.end)
    state = .ended
  }

  mutating func tell(_ message: String, _ start: Int, _ end: Int) {
    let text = input.bytes[start..<min(end, start + LineProblem.excerptByteCount)]
    problems.append(
      LineProblem(line: line, message, text: text.prefix { $0 != 0x0A && $0 != 0x0D }))
  }

  /// Makes the parsed values the record.
  mutating func finish(table: Int, _ start: Int, _ end: Int) {
    if parser.isWide,
      var text = foreignBytes.repaired(input.bytes[start..<end], line: line, problems: &problems)
    {
      _ = try? parser.parse(text.span, 0, text.count, &found[table].columns)
      parser.finish(&text)
      rewritten = text
    } else {
      parser.finish(&input.bytes)
    }
    if parser.brokenEscapeCount > 0 {
      let halves =
        parser.brokenEscapeCount == 1 ? "1 unpaired surrogate" : "\(parser.brokenEscapeCount) unpaired surrogates"
      problems.append(LineProblem(line: line, "\(halves) in an escape replaced by “\u{FFFD}”."))
    }
    if parser.unwrittenNumberCount > 0 {
      let known = unwrittenNumbers ?? (line, 0)
      unwrittenNumbers = (known.line, known.count + parser.unwrittenNumberCount)
    }
    if parser.lacksColumns {
      tell("The record has more than \(FileLimits.columnCount) keys; the others were skipped.", start, end)
    }
    record.table = table
    record.line = line
    swap(&record.fields, &parser.fields)
    let width = found[table].columns.names.count
    if record.fields.count < width {
      record.fields += repeatElement(BulkField(), count: width - record.fields.count)
    }
  }
}
