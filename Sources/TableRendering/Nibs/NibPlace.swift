/// Finds lines and columns in the source of a nib. The place of each name is asked for, so that lines are looked for once.
struct NibPlace {
  let nib: String
  private let source: [UInt8]
  /// Bytes of white space that were put in front of every line, and are not in the file.
  private let indentation: Int
  /// Where lines begin.
  private let lines: [Int]

  init(nib: String, source: [UInt8], indentation: Int) {
    self.nib = nib
    self.source = source
    self.indentation = indentation
    var lines = [0]
    // Not by `filter`, which takes a seventh of the start of a program that is not optimized.
    for place in source.indices where source[place] == 0x0A { lines.append(place + 1) }
    self.lines = lines
  }

  /// The line and the column of a byte, counted from 1; columns are characters.
  func position(of offset: Int) -> (line: Int, column: Int) {
    var (line, end) = (0, lines.count)
    while end - line > 1 {
      let middle = (line + end) / 2
      if lines[middle] <= offset { line = middle } else { end = middle }
    }
    let before = source[lines[line]..<max(lines[line], min(offset, source.count))]
    return (line + 1, max(String(decoding: before, as: UTF8.self).count - indentation + 1, 1))
  }

  func error(_ offset: Int, _ message: String) -> NibError {
    let (line, column) = position(of: offset)
    return NibError(nib: nib, line: line, column: column, message: message)
  }

  /// The source with white space in front of every line that holds something.
  static func indented(_ source: [UInt8], by indentation: [UInt8]) -> [UInt8] {
    guard !indentation.isEmpty else { return source }
    var lines: [UInt8] = []
    var isLineStart = true
    for byte in source {
      if isLineStart, byte != 0x0A { lines += indentation }
      lines.append(byte)
      isLineStart = byte == 0x0A
    }
    return lines
  }
}
