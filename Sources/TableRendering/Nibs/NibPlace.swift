/// Finds lines and columns in the source of a nib.
struct NibPlace {
  let nib: String
  let source: [UInt8]
  /// Bytes of white space that were put in front of every line, and are not in the file.
  let indentation: Int

  func error(_ offset: Int, _ message: String) -> NibError {
    let before = source.prefix(offset)
    let line = before.count { $0 == 0x0A } + 1
    let start = (before.lastIndex(of: 0x0A) ?? -1) + 1
    let column = String(decoding: before[start...], as: UTF8.self).count - indentation + 1
    return NibError(nib: nib, line: line, column: max(column, 1), message: message)
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
