internal import SQLiteTables

/// Reads a file record by record, in memory that doesn't grow with the file.
protocol RecordReader: ~Copyable {
  /// Whether values have types by themselves, as in JSON; else they are texts, and numbers are found by their form.
  static var valuesHaveTypes: Bool { get }
  /// The tables that were found so far, with their columns.
  var tables: [FoundTable] { get }
  /// The record that was read last.
  var record: FileRecord { get }
  /// What is wrong with what was read since `next` was called last.
  var problems: [LineProblem] { get }
  /// The bytes that the texts of the record stand in.
  var bytes: [UInt8] { get }
  /// How far the file on disk has been read, and its size, in bytes.
  var position: Int { get }
  var byteCount: Int { get }
  /// Reads the next record; `false` behind the last. There may be problems without a record.
  mutating func next() -> Bool
}

/// A table of a file: a file of records is one, an object of arrays one for each.
struct FoundTable: Sendable, Equatable {
  /// What the file calls it; `nil` for the name of the file.
  var name: String?
  var columns: [String]
}

/// One record: its values, in the order of its table's columns.
struct FileRecord: Sendable {
  var table = 0
  /// The number of the line that it begins on, from 1.
  var line = 0
  var fields: [BulkField] = []
  /// Whether the last value has others behind it, because the record had too many: it is a text whatever its column is.
  var hasJoinedField = false
}

/// A line that is not as it should be.
struct LineProblem: Sendable, Equatable {
  /// The number of the line, from 1.
  var line: Int
  /// What is wrong, and what became of it.
  var message: String
  /// The line, or its beginning.
  var text: String

  /// How much of a line is told, in bytes.
  static let excerptByteCount = 1000

  init(line: Int, _ message: String, text: some Collection<UInt8> = []) {
    self.line = line
    self.message = message
    self.text = String(decoding: text.prefix(Self.excerptByteCount), as: UTF8.self)
  }
}

/// What a file may ask for at most.
package enum FileLimits {
  /// Bytes of a line or a record, unless more or less is wanted.
  package static let recordByteCount = 1 << 20
  /// Bytes of one element of a JSON array, which may hold a whole document.
  static let elementByteCount = 16 << 20
  /// Columns of a table (SQLITE_MAX_COLUMN, https://sqlite.org/limits.html).
  static let columnCount = 2000
  /// Objects and arrays within each other.
  static let depth = 512
  /// Tables of one file.
  static let tableCount = 500

  /// A number of bytes that is a limit, for people.
  static func words(_ byteCount: Int) -> String {
    byteCount >= 1 << 20 ? "\(byteCount >> 20) MB" : "\(byteCount) bytes"
  }
}
