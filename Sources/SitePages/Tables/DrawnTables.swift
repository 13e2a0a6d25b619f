internal import Synchronization
internal import TableModel
internal import TableRendering

/// The lists of tables that were last drawn with what they were drawn from, and what stands around them. A list is drawn again once anything that is
/// known of its tables is different.
final class DrawnTables: Sendable {
  /// Which list.
  struct Key: Hashable {
    let page: ListingFrame.Key.Page
    /// The number of its first table, from 0.
    let start: Int
  }

  private struct List {
    let databases: [DatabaseSummary]
    let saved: [LinkView]
    let html: HTML
  }

  private let lists = Mutex<[Key: List]>([:])
  private let unions = Mutex<[String: (tables: [TableSummary], unions: TableUnions)]>([:])
  private let frames = Mutex<[ListingFrame.Key: ListingFrame]>([:])
  private static let limit = 64, byteLimit = 64 << 10

  /// The list of the tables of databases, drawn by `draw` unless it is known.
  ///
  /// Comparing what is known of a table with what it was drawn from costs nothing where nothing was read anew: both are the same memory.
  /// - Parameter saved: what it shows besides.
  func list(
    _ key: Key, of databases: [DatabaseSummary], _ saved: [LinkView] = [], draw: () throws -> HTML
  ) rethrows -> HTML {
    if let known = lists.withLock({ $0[key] }), known.saved == saved,
      known.databases.elementsEqual(databases, by: { $0.isDrawn(as: $1) })
    {
      return known.html
    }
    let html = try draw()
    guard html.bytes.count <= Self.byteLimit else { return html }
    lists.withLock { $0.keep(List(databases: databases, saved: saved, html: html), for: key, limit: Self.limit) }
    return html
  }

  /// What stands around a list, made by `make` when it is asked for the first time.
  func frame(_ key: ListingFrame.Key, _ make: () throws -> ListingFrame) throws -> ListingFrame {
    if let known = frames.withLock({ $0[key] }) { return known }
    let made = try make()
    frames.withLock { $0.keep(made, for: key, limit: Self.limit) }
    return made
  }

  /// What can be seen as one among all tables of a database that lists show, found again once anything that is known of them is different.
  func unions(of tables: [TableSummary], in database: String) -> TableUnions {
    if let known = unions.withLock({ $0[database] }), known.tables == tables { return known.unions }
    let found = TableUnions(tables)
    unions.withLock { $0.keep((tables, found), for: database, limit: Self.limit) }
    return found
  }
}
