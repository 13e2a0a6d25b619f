internal import CSQLite
internal import SQLTables
internal import TableModel

/// Reads the first 32 bytes of large blobs without reading the rest, through SQLite's incremental input.
///
/// Used within one page by the thread that has the connection; the handles are closed with it.
final class BlobStarts {
  private let connection: OpaquePointer
  private let definition: TableDefinition
  private let rowIDField: Int
  private var blobs: [Int: OpaquePointer] = [:]

  init?(_ connection: SQLiteConnection, _ definition: TableDefinition) {
    guard let rowIDField = definition.rowIDField else { return nil }
    self.connection = connection.handle
    self.definition = definition
    self.rowIDField = rowIDField
  }

  deinit { for blob in blobs.values { sqlite3_blob_close(blob) } }

  /// The first 32 bytes of a column of the row that a statement stands on; zeros where they can't be read this way.
  func bytes(ofColumn column: Int, row statement: SQLiteStatement) -> [UInt8] {
    let row = sqlite3_column_int64(statement.handle, Int32(rowIDField))
    var bytes = [UInt8](repeating: 0, count: 32)
    if let blob = blobs[column] {
      guard sqlite3_blob_reopen(blob, row) == SQLITE_OK else { return bytes }
      sqlite3_blob_read(blob, &bytes, 32, 0)
    } else {
      var blob: OpaquePointer?
      let name = definition.schema.columns[column].name
      guard sqlite3_blob_open(connection, "main", definition.schema.table, name, row, 0, &blob) == SQLITE_OK, let blob
      else {
        return bytes
      }
      blobs[column] = blob
      sqlite3_blob_read(blob, &bytes, 32, 0)
    }
    return bytes
  }
}
