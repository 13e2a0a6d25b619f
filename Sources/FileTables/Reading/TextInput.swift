/// A window that slides over a text, as UTF-8: what was not taken yet, and a piece of what follows.
struct TextInput {
  private let source: any ByteSource
  private var encoding = TextEncoding.utf8
  private let pieceByteCount: Int
  /// Whether a mark says that the file is UTF-8.
  private(set) var hasUTF8Mark = false
  /// Bytes as they were read, of UTF-16.
  private var raw: [UInt8] = []
  private var rawCount = 0
  /// The window. Parsers may change what they take.
  var bytes: [UInt8]
  /// The first byte that was not taken yet.
  var start = 0
  /// Behind the last byte that was read.
  private(set) var end = 0
  /// Whether the window reaches to the end of the file.
  private(set) var isAtEnd = false
  /// Why the file ended before its end.
  private(set) var failure: FileReadError?

  /// The lines of UTF-16 that were read, the first with half a character, and how many halves there are.
  private var lines = LineCounter()
  private var brokenUTF16: Int?
  private var brokenUTF16Count = 0

  /// - Parameter pieceByteCount: how much is read at once.
  /// - Throws: `FileReadError` if it can't be read, or is no text.
  init(_ source: any ByteSource, pieceByteCount: Int) throws(FileReadError) {
    self.source = source
    self.pieceByteCount = pieceByteCount
    bytes = [UInt8](repeating: 0, count: pieceByteCount)
    end = try source.read(into: &bytes, at: 0, count: pieceByteCount)
    isAtEnd = end == 0
    // By a whole piece it is found out how the file is written.
    while end < pieceByteCount, !isAtEnd { read(pieceByteCount - end) }
    try ForeignFormat.check(bytes[..<end])
    let found = TextEncoding.found(in: bytes[..<end])
    start = found.markByteCount
    encoding = found.encoding
    hasUTF8Mark = encoding == .utf8 && start > 0
    if encoding != .utf8 {
      raw = Array(bytes[start..<end]) + [UInt8](repeating: 0, count: pieceByteCount)
      rawCount = end - start
      start = 0
      end = 0
      decode(isLast: isAtEnd)
    }
    if end == start { fill() }
  }

  /// How far the file on disk has been read, and its size, in bytes.
  var position: Int { source.position }
  var byteCount: Int { source.byteCount }

  /// What is to be told at the end of the file, but for bytes that are not UTF-8.
  var problem: LineProblem? {
    brokenUTF16.map { line in
      let halves = brokenUTF16Count == 1 ? "1 unpaired surrogate" : "\(brokenUTF16Count) unpaired surrogates"
      return LineProblem(line: line, "\(halves) in UTF-16, from this line on, replaced by “\u{FFFD}”.")
    }
  }

  /// Moves what was not taken to the front and reads a piece behind it.
  mutating func fill() {
    guard !isAtEnd else { return }
    if start > 0 {
      let (taken, rest) = (start, end - start)
      bytes.withUnsafeMutableBytes { buffer in
        // Onto itself, from the front on: copied as by memmove.
        for offset in 0..<rest { buffer[offset] = buffer[taken + offset] }
      }
      end -= start
      start = 0
    }
    guard encoding == .utf8 else {
      do {
        let count = try source.read(into: &raw, at: rawCount, count: pieceByteCount)
        rawCount += count
        decode(isLast: count == 0)
        isAtEnd = count == 0
      } catch {
        failure = error
        isAtEnd = true
      }
      return
    }
    // As much again as is left, so that a long record is looked at few times.
    let wanted = max(pieceByteCount, end)
    if bytes.count - end < wanted { bytes.append(contentsOf: repeatElement(0, count: wanted - bytes.count + end)) }
    read(wanted)
  }

  /// Reads up to `count` bytes behind the last one.
  private mutating func read(_ count: Int) {
    do {
      let count = try source.read(into: &bytes, at: end, count: count)
      end += count
      isAtEnd = count == 0
    } catch {
      failure = error
      isAtEnd = true
    }
  }

  /// Sees to it that a line feed stands behind the last byte.
  mutating func endLine() {
    if end == bytes.count { bytes.append(0x0A) } else { bytes[end] = 0x0A }
  }

  /// Appends what was read to the window, as UTF-8.
  private mutating func decode(isLast: Bool) {
    bytes.removeSubrange(end...)
    var breaks: [Int] = []
    let used = TextEncoding.appendUTF16(
      raw[..<rawCount], isBigEndian: encoding == .utf16BigEndian, isLast: isLast, to: &bytes
    ) { breaks.append($0.count) }
    // Copies: the window is borrowed while they count.
    var lines = lines
    if brokenUTF16 == nil, let first = breaks.first {
      var passed = lines
      passed.pass(bytes.span, from: end, to: first)
      brokenUTF16 = passed.line
    }
    brokenUTF16Count += breaks.count
    lines.pass(bytes.span, from: end, to: bytes.count)
    self.lines = lines
    for position in used..<rawCount { raw[position - used] = raw[position] }
    rawCount -= used
    end = bytes.count
  }
}
