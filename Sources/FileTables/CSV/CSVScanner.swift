internal import SQLiteTables

/// Finds the fields of one record of comma-separated values (RFC 4180), whatever separates them.
struct CSVScanner {
  let delimiter: UInt8
  /// Whether spaces around quotes mean nothing.
  private let hasPadding: Bool
  private let delimiters: UInt64
  private static let quotes = ByteSearch.spread(quote)
  private static let lineFeeds = ByteSearch.spread(LineEnd.feed)
  private static let carriageReturns = ByteSearch.spread(LineEnd.carriageReturn)
  private static let quote = UInt8(ascii: "\"")
  private static let space = UInt8(ascii: " ")

  /// The fields found: null where there is nothing at all between two delimiters. Until `finish` their bits are marks.
  var fields: [BulkField] = []
  /// Lines within quotes.
  private(set) var innerLineCount = 0
  /// Whether a quote within quotes is not doubled.
  private(set) var hasLooseQuote = false
  /// Whether a field that has such a quote goes on beyond its line.
  private var isBroken = false
  /// Whether some field holds quotes to take away.
  private var hasEscapes = false
  /// Whether some field is not ASCII.
  private(set) var isWide = false

  private static let escapeMark: UInt64 = 1

  init(delimiter: UInt8) {
    self.delimiter = delimiter
    hasPadding = delimiter != Self.space
    delimiters = ByteSearch.spread(delimiter)
  }

  /// How a record ended.
  enum Outcome: Equatable {
    /// The next one begins here.
    case ended(at: Int)
    /// Its end is not among these bytes.
    case cut
    /// A quote is open at the end of the file.
    case unclosed
    /// A quote within quotes is not doubled, and the field doesn't end on that line: what looks like its end may belong to another record.
    case broken
  }

  /// Finds the fields of the record that begins at `start`.
  /// - Parameters:
  ///   - isLast: whether the file ends at `end`.
  ///   - quotes: whether quotes are anything but characters.
  mutating func scan(_ bytes: Span<UInt8>, from start: Int, to end: Int, isLast: Bool, quotes: Bool = true) -> Outcome {
    fields.removeAll(keepingCapacity: true)
    innerLineCount = 0
    hasLooseQuote = false
    isBroken = false
    hasEscapes = false
    var wide: UInt64 = 0
    defer { isWide = wide != 0 }
    var position = start
    while true {
      var opening = position
      while quotes, hasPadding, opening < end, bytes[opening] == Self.space { opening &+= 1 }
      if quotes, opening < end, bytes[opening] == Self.quote {
        guard let behind = quoted(bytes, opening &+ 1, end, isLast: isLast, &wide) else {
          return isBroken ? .broken : isLast ? .unclosed : .cut
        }
        position = behind
      } else {
        let stop = ByteSearch.first(
          delimiters, Self.lineFeeds, or: Self.carriageReturns, in: bytes, from: position, to: end, high: &wide)
        guard stop < end || isLast else { return .cut }
        let count = stop &- position
        fields.append(count == 0 ? BulkField() : BulkField(textAt: position, count: count))
        position = stop
      }
      guard position < end else { return .ended(at: end) }
      guard bytes[position] == delimiter else {
        return LineEnd.end(bytes, position, end, isLast: isLast).map { .ended(at: $0) } ?? .cut
      }
      position &+= 1
    }
  }

  /// Takes the field behind an opening quote.
  /// - Returns: where its delimiter or the end of its line stands; `nil` if it has no end.
  private mutating func quoted(
    _ bytes: Span<UInt8>, _ start: Int, _ end: Int, isLast: Bool, _ wide: inout UInt64
  ) -> Int? {
    var position = start
    var (isEscaped, isLoose) = (false, false)
    while true {
      let stop = ByteSearch.first(
        Self.quotes, Self.lineFeeds, or: Self.carriageReturns, in: bytes, from: position, to: end, high: &wide)
      guard stop < end else { return nil }
      position = stop &+ 1
      guard bytes[stop] == Self.quote else {
        guard !isLoose else {
          isBroken = true
          return nil
        }
        // The line feed behind a carriage return ends no other line.
        let isSecondHalf = bytes[stop] == LineEnd.feed && stop > start && bytes[stop &- 1] == LineEnd.carriageReturn
        if !isSecondHalf { innerLineCount &+= 1 }
        continue
      }
      if position < end, bytes[position] == Self.quote {
        isEscaped = true
        position &+= 1
        continue
      }
      if let behind = closing(bytes, position, end, isLast: isLast) {
        guard behind <= end else { return nil }
        var field = BulkField(textAt: start, count: stop &- start)
        if isEscaped {
          field.bits = Self.escapeMark
          hasEscapes = true
        }
        fields.append(field)
        return behind
      }
      // A quote in the midst of a text, which its writer forgot to double.
      (hasLooseQuote, isLoose) = (true, true)
    }
  }

  /// Where the delimiter or the end of the line stands behind a closing quote and spaces; `nil` if something else follows, a
  /// place behind the bytes if they don't show it.
  private func closing(_ bytes: Span<UInt8>, _ start: Int, _ end: Int, isLast: Bool) -> Int? {
    var position = start
    while hasPadding, position < end, bytes[position] == Self.space { position &+= 1 }
    guard position < end else { return isLast ? end : end &+ 1 }
    return bytes[position] == delimiter || LineEnd.begins(with: bytes[position]) ? position : nil
  }

  /// Takes the doubling of quotes away, within the bytes themselves.
  mutating func finish(_ bytes: inout [UInt8]) {
    guard hasEscapes else { return }
    for place in fields.indices where fields[place].bits == Self.escapeMark {
      fields[place].bits = 0
      var target = fields[place].start
      var source = target
      let end = source + fields[place].count
      while source < end {
        let byte = bytes[source]
        source += byte == Self.quote && source + 1 < end && bytes[source + 1] == Self.quote ? 2 : 1
        bytes[target] = byte
        target += 1
      }
      fields[place].count = target - fields[place].start
    }
  }
}
