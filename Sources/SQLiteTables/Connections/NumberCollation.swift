internal import CSQLite
internal import SQLTables
internal import TextCoding

/// Collations for columns of texts that are numbers (`NumberSpelling.verbatim`), which every connection has.
///
/// The names are unmistakable: another program's file that names a collation of its own must not be read by the rules of ours.
package enum NumberCollation {
  /// Compares as numbers: `1.10` and `1.1` are equal. Columns are declared with it, so that all SQL compares them as numbers.
  package static let byValue = "tablepages_number"
  /// Compares as numbers, and those of equal value by their text: a total order, in which each spelling stands together.
  package static let bySpelling = "tablepages_number_text"

  /// Makes both known to a connection.
  static func install(on connection: OpaquePointer) {
    // Texts of SQLite's own, good during the call; an empty one may have no address.
    sqlite3_create_collation_v2(
      connection, byValue, SQLITE_UTF8, nil,
      { _, firstCount, first, secondCount, second in
        Int32(
          clamping: DecimalText.compare(
            UnsafeRawBufferPointer(start: first, count: Int(firstCount)).bindMemory(to: UInt8.self).span,
            UnsafeRawBufferPointer(start: second, count: Int(secondCount)).bindMemory(to: UInt8.self).span))
      }, nil)
    sqlite3_create_collation_v2(
      connection, bySpelling, SQLITE_UTF8, nil,
      { _, firstCount, first, secondCount, second in
        Int32(
          clamping: DecimalText.compareSpelled(
            UnsafeRawBufferPointer(start: first, count: Int(firstCount)).bindMemory(to: UInt8.self).span,
            UnsafeRawBufferPointer(start: second, count: Int(secondCount)).bindMemory(to: UInt8.self).span))
      }, nil)
  }
}
