internal import TextCoding

/// The addresses that the writers of records need, as paths of the site.
package struct RecordLinks: Sendable, Hashable {
  /// The path of the table, such as `/chinook/Track`; a row is `{table}/{key}`.
  package var table: String
  /// The path of the database, such as `/chinook`; another table is `{database}/{name}`.
  package var database: String
  /// The address of the icon sprite; an icon is `{sprite}#{name}`.
  package var sprite: String

  /// Addresses that are ready made.
  package init(table: String, database: String, sprite: String) {
    self.table = table
    self.database = database
    self.sprite = sprite
  }

  /// Addresses made of names, which are written in tilde encoding.
  /// - Parameter base: what all paths of the site begin with: empty, or such as `/data`.
  package init(base: String = "", databaseName: String, tableName: String, sprite: String) {
    database = base + "/" + TildeEncoding.encode(databaseName)
    table = database + "/" + TildeEncoding.encode(tableName)
    self.sprite = sprite
  }
}
