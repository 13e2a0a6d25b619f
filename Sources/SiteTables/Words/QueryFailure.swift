import SiteConfiguration
package import TableModel

/// What is wrong with a statement, with the line that it is wrong in and a name that may have been meant.
package struct QueryFailure {
  package var message: String
  package var nearest: String?
  package var parameters: [String]
  /// The number of the line, from 1, and its text before, at and behind the fault.
  package var line: (number: Int, before: String, marked: String, after: String)?

  /// Where in the UTF-8 of the statement it went wrong; `nil` if that isn't known.
  private let offset: Int?

  package init(_ error: StatementError, in statement: String, _ tables: [TableSummary]) {
    message =
      error.message.prefix(1).uppercased() + error.message.dropFirst() + (error.message.hasSuffix(".") ? "" : ".")
    parameters = error.parameters
    offset = error.offset
    nearest = Self.nearest(to: error.message, tables)
    line = error.offset.flatMap { Self.line(of: $0, in: statement) }
  }

  /// The word at the fault, counted in UTF-16 from the beginning of the statement, as browsers count.
  package func fault(in statement: String) -> Range<Int>? {
    guard let offset, let line else { return nil }
    let before = String(decoding: statement.utf8.prefix(offset), as: UTF8.self).utf16.count
    return before..<before + line.marked.utf16.count
  }

  /// The name that is closest to the one that the database does not have.
  private static func nearest(to message: String, _ tables: [TableSummary]) -> String? {
    func name(behind words: String) -> String? {
      guard message.hasPrefix(words) else { return nil }
      return message.dropFirst(words.count).split(separator: ".").last.map(String.init)
    }
    if let name = name(behind: "no such table: ") { return NameSuggestions.of(name, among: tables.map(\.name)).first }
    guard let name = name(behind: "no such column: ") else { return nil }
    var seen = Set<String>()
    return NameSuggestions.of(name, among: tables.flatMap(\.columns).filter { seen.insert($0).inserted }).first
  }

  /// The line around a place in the UTF-8 of a statement; the word that begins there is marked.
  private static func line(of offset: Int, in statement: String) -> (Int, String, String, String)? {
    let bytes = Array(statement.utf8)
    guard offset >= 0, offset < bytes.count else { return nil }
    let newline = UInt8(ascii: "\n")
    let start = bytes[..<offset].lastIndex(of: newline).map { $0 + 1 } ?? 0
    let end = bytes[offset...].firstIndex(of: newline) ?? bytes.count
    let word = bytes[offset..<end].prefix {
      $0 > 0x7F || $0 == UInt8(ascii: "_") || (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF)
    }
    let markEnd = max(word.endIndex, min(offset + 1, end))
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    let number = bytes[..<start].count { $0 == newline } + 1
    return (number, text(start..<offset), text(offset..<markEnd), text(markEnd..<end))
  }
}
