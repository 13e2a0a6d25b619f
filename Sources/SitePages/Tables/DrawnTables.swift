internal import Synchronization
internal import TableModel
internal import TableRendering

/// What lists of tables were last drawn from, and their rows, and what stands around them. A list is drawn again once anything that is known of its
/// tables is different.
final class DrawnTables: Sendable {
  /// Which part of the list of which database.
  private struct Key: Hashable {
    let database: String
    let places: Range<Int>
  }

  private let lists = Mutex<[Key: (tables: ArraySlice<TableSummary>, rows: HTML)]>([:])
  private let unions = Mutex<[String: (tables: [TableSummary], unions: TableUnions)]>([:])
  private let frames = Mutex<[ListingFrame.Key: ListingFrame]>([:])
  private static let limit = 64, byteLimit = 64 << 10

  /// The rows of these tables, drawn by `draw` unless they are known.
  ///
  /// Comparing what is known of a table with what it was drawn from costs nothing where nothing was read anew: both are the same memory.
  func rows(of tables: ArraySlice<TableSummary>, in database: String, draw: () -> HTML) -> HTML {
    let key = Key(database: database, places: tables.indices)
    if let known = lists.withLock({ $0[key] }), known.tables == tables { return known.rows }
    let rows = draw()
    guard rows.bytes.count <= Self.byteLimit else { return rows }
    lists.withLock { lists in
      if lists.count >= Self.limit { lists.removeAll() }
      lists[key] = (tables, rows)
    }
    return rows
  }

  /// What stands around a list, made by `make` when it is asked for the first time.
  func frame(_ key: ListingFrame.Key, _ make: () throws -> ListingFrame) throws -> ListingFrame {
    if let known = frames.withLock({ $0[key] }) { return known }
    let made = try make()
    frames.withLock { frames in
      if frames.count >= Self.limit { frames.removeAll() }
      frames[key] = made
    }
    return made
  }

  /// What can be seen as one among all tables of a database that lists show, found again once anything that is known of them is different.
  func unions(of tables: [TableSummary], in database: String) -> TableUnions {
    if let known = unions.withLock({ $0[database] }), known.tables == tables { return known.unions }
    let found = TableUnions(tables)
    unions.withLock { unions in
      if unions.count >= Self.limit { unions.removeAll() }
      unions[database] = (tables, found)
    }
    return found
  }
}
