internal import SQLiteTables

extension JSONReader {
  private static let lineFeeds = ByteSearch.spread(LineEnd.feed)
  private static let carriageReturns = ByteSearch.spread(LineEnd.carriageReturn)

  /// The first end of a line from a place in the window on, and the place behind it; `nil` if it is not there in whole.
  private func lineEnd(from start: Int) -> (at: Int, behind: Int)? {
    var wide: UInt64 = 0
    let bytes = input.bytes.span
    let end = ByteSearch.first(
      Self.lineFeeds, or: Self.carriageReturns, in: bytes, from: start, to: input.end, high: &wide)
    guard end < input.end else { return nil }
    return LineEnd.end(bytes, end, input.end, isLast: input.isAtEnd).map { (end, $0) }
  }

  /// Reads a line as a record. Empty lines are none.
  mutating func nextLine() -> Bool {
    var (end, behind) = (input.start, input.start)
    while true {
      if let found = lineEnd(from: end) {
        (end, behind) = found
        break
      }
      if input.isAtEnd {
        (end, behind) = (input.end, input.end)
        break
      }
      guard input.end - input.start < lineLimit else {
        skipLongLine()
        return false
      }
      // A carriage return at the very end is looked at again.
      let offset = max(input.end - input.start - 1, 0)
      input.fill()
      end = input.start + offset
    }
    if input.start == input.end {
      state = .ended
      return false
    }
    let start = input.start
    if end == input.end { input.endLine() }
    defer {
      input.start = behind
      lines.passLine()
    }
    let first = JSONScanner.skipSpace(input.bytes.span, start, end)
    guard first < end else { return false }
    let known = found[0].columns.count
    do {
      let behind = try parse(first, end, table: 0)
      guard JSONScanner.skipSpace(input.bytes.span, behind, end) == end else {
        found[0].columns.shrink(to: known)
        throw JSONScanner.Failure.malformed(at: behind, "There is more text after the record.")
      }
      finish(table: 0, first, behind)
      return true
    } catch JSONScanner.Failure.malformed(_, let message) {
      tell("Invalid JSON; the line was skipped: \(message)", start, end)
    } catch {
      tell("Invalid JSON; the line was skipped: it ends too early.", start, end)
    }
    return false
  }

  private mutating func skipLongLine() {
    tell("The line is longer than \(FileLimits.words(lineLimit)) and was skipped.", input.start, input.end)
    while true {
      if let end = lineEnd(from: input.start) {
        input.start = end.behind
        lines.passLine()
        return
      }
      // A carriage return at the very end is looked at again.
      input.start = input.isAtEnd ? input.end : max(input.end - 1, input.start)
      if input.isAtEnd { return }
      input.fill()
    }
  }

  /// Reads an element of an array.
  mutating func nextElement(isFirst: Bool) -> Bool {
    let table = found.count - 1
    guard var byte = peek() else {
      end("The array isn't closed.")
      return false
    }
    if byte == UInt8(ascii: "]") {
      input.start += 1
      state = isObject ? .members(isFirst: false) : .ended
      if !isObject, peek() != nil { end("Text after the array was skipped.") }
      return false
    }
    if !isFirst {
      guard byte == UInt8(ascii: ",") else {
        end("A comma or ] is expected; the rest was skipped.")
        return false
      }
      input.start += 1
      guard let next = peek() else {
        end("The array isn't closed.")
        return false
      }
      byte = next
    }
    guard let behind = take(table: table) else { return false }
    let start = input.start
    // Counted before escapes become lines.
    var passed = lines
    passed.pass(input.bytes.span, from: start, to: behind)
    finish(table: table, start, behind)
    input.start = behind
    lines = passed
    state = .elements(isFirst: false)
    return true
  }

  /// Reads a member of the outermost object: an array is a table, all else is put by.
  mutating func nextMember(isFirst: Bool) -> Bool {
    guard var byte = peek() else {
      end("The object isn't closed.")
      return false
    }
    if byte == UInt8(ascii: "}") { return endObject() }
    if !isFirst {
      guard byte == UInt8(ascii: ",") else {
        end("A comma or } is expected; the rest was skipped.")
        return false
      }
      input.start += 1
      byte = peek() ?? 0
    }
    // Without the look at the key: it is a value as the others are, but for what it means.
    guard byte == UInt8(ascii: "\""), let key = takeValue() else {
      if state != .ended { end("A key in quotes is expected; the rest was skipped.") }
      return false
    }
    guard peek() == UInt8(ascii: ":") else {
      end("A “:” is expected; the rest was skipped.")
      return false
    }
    input.start += 1
    state = .members(isFirst: false)
    if peek() == UInt8(ascii: "["), found.count < FileLimits.tableCount {
      input.start += 1
      state = .elements(isFirst: true)
      var text = Array(key.dropFirst().dropLast())
      var brokenCount = 0
      text.removeSubrange(JSONText.unescape(&text, at: 0, count: text.count, brokenCount: &brokenCount)...)
      if text.contains(where: { $0 > 0x7F }) {
        text = foreignBytes.repaired(text[...], line: line, problems: &problems) ?? text
      }
      let name = String(decoding: text, as: UTF8.self)
      found.append((name.isEmpty || text.contains(0) ? nil : name, JSONColumns()))
      return false
    }
    guard let value = takeValue() else { return false }
    guard loose.count + key.count + value.count < FileLimits.elementByteCount else {
      tell("The values outside the arrays are too large; this one was skipped.", input.start, input.end)
      return false
    }
    loose += (loose.isEmpty ? [UInt8(ascii: "{")] : [UInt8(ascii: ",")]) + key + [UInt8(ascii: ":")] + value
    return false
  }

  /// The end of the outermost object: what was put by is a row.
  private mutating func endObject() -> Bool {
    input.start += 1
    state = .ended
    if peek() != nil { end("Text after the object was skipped.") }
    guard !loose.isEmpty else { return false }
    loose.append(UInt8(ascii: "}"))
    found.append((nil, JSONColumns()))
    let table = found.count - 1
    var text = loose
    if text.contains(where: { $0 > 0x7F }) {
      text = foreignBytes.repaired(text[...], line: 1, problems: &problems) ?? text
    }
    guard (try? parser.parse(text.span, 0, text.count, &found[table].columns)) != nil else { return false }
    parser.finish(&text)
    rewritten = text
    record.table = table
    record.line = 1
    swap(&record.fields, &parser.fields)
    return true
  }

  private mutating func parse(_ start: Int, _ end: Int, table: Int) throws(JSONScanner.Failure) -> Int {
    let window = input.bytes
    // With the end of the line, at which words end.
    return try parser.parse(window.span, start, end + 1, &found[table].columns)
  }

  /// Parses the element that begins here, reading on where it is cut.
  /// - Returns: the place behind it; `nil` if there is none, and reading has ended.
  private mutating func take(table: Int) -> Int? {
    read { reader throws(JSONScanner.Failure) in
      // Let go of before the window is changed.
      let window = reader.input.bytes
      return try reader.parser.parse(
        window.span, reader.input.start, reader.input.end, &reader.found[table].columns)
    }
  }

  /// Takes the bytes of the value that begins here.
  private mutating func takeValue() -> [UInt8]? {
    let behind = read { reader throws(JSONScanner.Failure) in
      var wide: UInt64 = 0
      return try JSONScanner.endOfValue(reader.input.bytes.span, reader.input.start, reader.input.end, wide: &wide)
    }
    guard let behind else { return nil }
    let value = Array(input.bytes[input.start..<behind])
    advance(to: behind)
    return value
  }

  private mutating func read(_ body: (inout JSONReader) throws(JSONScanner.Failure) -> Int) -> Int? {
    while true {
      do {
        return try body(&self)
      } catch .malformed(let place, let message) {
        advance(to: min(place, input.end))
        end(message + " The rest was skipped.")
        return nil
      } catch {
        if input.isAtEnd {
          end("The file ends inside a value.")
          return nil
        }
        guard input.end - input.start < FileLimits.elementByteCount else {
          end("A value is larger than \(FileLimits.elementByteCount >> 20) MB; it and the rest were skipped.")
          return nil
        }
        input.fill()
      }
    }
  }
}
