import Glibc

/// Where the program writes to.
enum Output: Int32 {
  case output = 1
  case errors = 2
}

/// Writes a line at once.
func writeLine(_ line: String, to output: Output) {
  writeBytes(Array((line + "\n").utf8), to: output)
}

/// Writes every byte, or gives up silently where nobody reads any more.
func writeBytes(_ bytes: [UInt8], to output: Output) {
  var rest = bytes[...]
  while !rest.isEmpty {
    let written = rest.withUnsafeBytes { write(output.rawValue, $0.baseAddress, $0.count) }
    if written > 0 {
      rest = rest.dropFirst(written)
    } else if errno != EINTR {
      return
    }
  }
}
