import SitePages
import TableModel

/// A table as it was pasted: TSV as spreadsheets copy it, or CSV (RFC 4180), told by its first line.
struct ClipboardTable: Sendable {
  /// The fields that its columns are for; `nil` for a column that fits none.
  private(set) var columns: [EditField?] = []
  /// What its columns are called.
  private(set) var titles: [String] = []
  /// Its rows, without the line of titles.
  private(set) var rows: [[String]] = []

  /// More at once is a matter for files.
  static let rowLimit = 1_000

  /// - Throws: `HTTPProblem` 400 if it is none, or too large.
  init(_ text: String, fields: [EditField]) throws {
    var lines = Self.lines(text).filter { !$0.allSatisfy(\.isEmpty) }
    guard let first = lines.first else { throw Self.failure("There is nothing to paste") }
    func field(_ title: String) -> EditField? {
      let title = title.lowercased()
      return fields.first { $0.name.lowercased() == title || $0.title.lowercased() == title }
    }
    // Titles name a field at least twice out of three times; a line of values hardly ever does.
    let named = first.filter { field($0) != nil }.count
    if named > 0, named * 3 >= first.count * 2 {
      columns = first.map(field)
      titles = first
      lines.removeFirst()
    } else {
      columns = first.indices.map { fields.indices.contains($0) ? fields[$0] : nil }
      titles = first.indices.map { fields.indices.contains($0) ? fields[$0].title : "Column \($0 + 1)" }
    }
    guard !lines.isEmpty else { throw Self.failure("There are titles, but no rows to paste") }
    guard lines.count <= Self.rowLimit else {
      throw Self.failure("At most \(Self.rowLimit) rows can be pasted at once")
    }
    rows = lines
  }

  /// - Throws: `HTTPProblem` 400 if one of its columns fits no field, so that its values would be left out.
  func checkColumns() throws(HTTPProblem) {
    let left = zip(titles, columns).filter { $0.1 == nil }.map { "“\($0.0)”" }
    guard !left.isEmpty else { return }
    throw Self.failure("No field is called \(left.joined(separator: ", "))")
  }

  /// The values of its rows by the names of fields.
  var values: [[String: String]] {
    rows.map { row in
      var values: [String: String] = [:]
      for (column, value) in zip(columns, row) { if let column { values[column.name] = value } }
      return values
    }
  }

  /// What is wrong with each row, by its place: values that suit no field, too many of them, and what the rows' own kind says.
  /// - Throws: what `make` throws other than `FieldErrors`.
  func errors(_ make: ([String: String]) async throws -> any CellViewModel) async throws -> [Int: FieldErrors] {
    var errors: [Int: FieldErrors] = [:]
    for position in surplus { errors[position] = Self.tooManyValues }
    for (position, values) in values.enumerated() where errors[position] == nil {
      do { _ = try await make(values) } catch let error as FieldErrors { errors[position] = error }
    }
    return errors
  }

  static let tooManyValues = FieldErrors("There are more values than columns")

  /// The rows with values that no column is for.
  var surplus: [Int] {
    rows.indices.filter { rows[$0].dropFirst(columns.count).contains { !$0.isEmpty } }
  }

  private static func lines(_ text: String) -> [[String]] {
    let separator: UInt8 = separator(text)
    var lines: [[String]] = []
    var line: [String] = [], value: [UInt8] = []
    var isQuoted = false
    var rest = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").utf8[...]
    func close() {
      line.append(String(decoding: value, as: UTF8.self).trimmed)
      value = []
    }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\"") where isQuoted:
        if rest.first == byte { value.append(rest.removeFirst()) } else { isQuoted = false }
      case UInt8(ascii: "\"") where value.isEmpty: isQuoted = true
      case separator where !isQuoted: close()
      case UInt8(ascii: "\n") where !isQuoted:
        close()
        lines.append(line)
        line = []
      default: value.append(byte)
      }
    }
    if !value.isEmpty || !line.isEmpty {
      close()
      lines.append(line)
    }
    return lines
  }

  private static func separator(_ text: String) -> UInt8 {
    let line = text.utf8.prefix { $0 != UInt8(ascii: "\n") }
    if line.contains(UInt8(ascii: "\t")) { return UInt8(ascii: "\t") }
    let commas = line.count { $0 == UInt8(ascii: ",") }, semicolons = line.count { $0 == UInt8(ascii: ";") }
    return semicolons > 0 && semicolons >= commas ? UInt8(ascii: ";") : UInt8(ascii: ",")
  }

  private static func failure(_ message: String) -> HTTPProblem {
    HTTPProblem(status: 400, messages: [message], heading: "This can't be pasted")
  }
}

extension String {
  /// Without the spaces around it.
  fileprivate var trimmed: String {
    var rest = self[...].drop { $0 == " " }
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}
