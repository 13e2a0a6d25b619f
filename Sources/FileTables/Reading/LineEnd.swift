/// The ends of lines: line feed, carriage return, or both, in any mixture within one file.
enum LineEnd {
  static let feed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")

  /// Whether an end of a line begins with a byte.
  @inline(__always) static func begins(with byte: UInt8) -> Bool { byte == feed || byte == carriageReturn }

  /// The place behind the end of a line that begins at `start`.
  /// - Parameter isLast: whether the file ends at `end`.
  /// - Returns: `nil` where a carriage return is the last byte, and the line feed that may belong to it is yet to come.
  @inline(__always)
  static func end(_ bytes: Span<UInt8>, _ start: Int, _ end: Int, isLast: Bool) -> Int? {
    let next = start &+ 1
    guard bytes[start] == carriageReturn else { return next }
    guard next < end else { return isLast ? next : nil }
    return bytes[next] == feed ? next &+ 1 : next
  }
}

/// Counts lines.
struct LineCounter {
  /// The number of the line that begins behind what was passed, or goes on there; from 1.
  private(set) var line = 1
  private var isBehindCarriageReturn = false

  /// Passes one line that was found otherwise.
  mutating func passLine() { line &+= 1 }

  /// Passes bytes, which may be cut anywhere.
  mutating func pass(_ bytes: Span<UInt8>, from start: Int, to end: Int) {
    for position in start..<end {
      let byte = bytes[position]
      if byte == LineEnd.carriageReturn || (byte == LineEnd.feed && !isBehindCarriageReturn) { line &+= 1 }
      isBehindCarriageReturn = byte == LineEnd.carriageReturn
    }
  }
}
