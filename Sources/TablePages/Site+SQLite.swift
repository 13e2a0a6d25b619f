public import SQLiteTables
public import SiteTables
import TableModel
import TableRendering

extension Site {
  /// Serves the tables of a SQLite database.
  /// - Parameters:
  ///   - path: where, such as `/shop`: one name.
  ///   - setUp: adds cells, handlers and columns to its tables.
  public mutating func mount(
    _ database: SQLiteDatabase, at path: String, _ setUp: (inout DatabaseSetup) -> Void = { _ in }
  ) {
    mount(database as any TableDatabase, at: path, setUp)
  }
}
