internal import CPostgreSQL
internal import Glibc

/// The passwords in addresses on the command line of this process.
enum CommandLinePasswords {
  /// Overwrites them where the system shows them to others. The arguments lie one behind the other in the process's own memory
  /// (proc(5), `/proc/PID/cmdline`); Swift has its own copy of them.
  static func hide() {
    guard var argument = cpostgresql_arguments() else { return }
    for _ in 0..<CommandLine.argc {
      let length = strlen(argument)
      hide(in: UnsafeMutableBufferPointer(start: argument, count: length))
      argument += length + 1
    }
  }

  /// Of `postgresql://user:password@host`, also behind the name of an option, what stands between the colon and the last at sign before the path, and `password=` behind it.
  private static func hide(in argument: UnsafeMutableBufferPointer<CChar>) {
    let text = argument.map { UInt8(bitPattern: $0) }
    guard let range = passwordRanges(in: text) else { return }
    for place in range { argument[place] = CChar(bitPattern: UInt8(ascii: "x")) }
  }

  /// The places of all bytes of passwords; `nil` for what is no address.
  static func passwordRanges(in text: [UInt8]) -> [Int]? {
    let option = text.starts(with: "--".utf8) ? text.firstIndex(of: UInt8(ascii: "=")).map { $0 + 1 } ?? 0 : 0
    let address = text[option...]
    guard let scheme = ["postgresql://", "postgres://"].first(where: { address.starts(with: $0.utf8) }) else {
      return nil
    }
    var places: [Int] = []
    let start = option + scheme.utf8.count
    let end = text[start...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? text.count
    if let at = text[start..<end].lastIndex(of: UInt8(ascii: "@")),
      let colon = text[start..<at].firstIndex(of: UInt8(ascii: ":"))
    {
      places += (colon + 1)..<at
    }
    let key = Array("password=".utf8)
    for place in text.indices.dropLast(key.count) where text[place...].starts(with: key) {
      places += text[(place + key.count)...].prefix { $0 != UInt8(ascii: "&") }.indices
    }
    return places
  }
}
