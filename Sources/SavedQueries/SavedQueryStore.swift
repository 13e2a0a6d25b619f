internal import Glibc
import MicroHTTP
internal import Synchronization

/// The queries that visitors have saved, in a file that several servers of one machine may share. The databases that they are for are never
/// written to.
package final class SavedQueryStore: Sendable {
  private let file: SavedQueryFile
  private let known: Mutex<(list: SavedQueryList, stamp: SavedQueryFile.Stamp)>
  /// Where changes wait for the disk, so that no page does.
  private let changes = SerialQueue(limit: 64)
  /// What tells the time, in seconds since 1970.
  private let now: @Sendable () -> Int64

  /// Queries of one visitor for one database at most.
  package static let countLimit = 500
  /// How long a deleted query can be brought back, in seconds: 30 days.
  package static let restoringSeconds: Int64 = 30 * 86_400

  /// Opens the file, or makes it where nothing is yet.
  /// - Throws: `SavedQueryError.unavailable` for a file that somebody else has made, or that can't be read.
  package init(
    path: String, now: @escaping @Sendable () -> Int64 = { Int64(time(nil)) }
  ) throws(SavedQueryError) {
    file = SavedQueryFile(path: path)
    try file.makeIfAbsent()
    known = Mutex(try file.read())
    self.now = now
  }

  // MARK: Reading

  /// Those that somebody may know of, in the order of their names: one's own and shared ones.
  package func queries(in database: String, for visitor: String?) throws(SavedQueryError) -> [SavedQuery] {
    try current().queries.filter { $0.database == database && $0.deletedAt == nil && $0.isVisible(to: visitor) }
      .sorted { ($0.content.name.lowercased(), $0.number) < ($1.content.name.lowercased(), $1.number) }
  }

  /// - Throws: `SavedQueryError.missing` also where it is there and somebody else's alone.
  package func query(_ number: Int, in database: String, for visitor: String?) throws(SavedQueryError) -> SavedQuery {
    guard let query = try current().queries.first(where: { $0.number == number && $0.database == database }),
      query.deletedAt == nil, query.isVisible(to: visitor)
    else { throw .missing }
    return query
  }

  /// The list as it is in the file now, whoever has changed it.
  private func current() throws(SavedQueryError) -> SavedQueryList {
    let stamp = try file.stamp()
    if let list = known.withLock({ $0.stamp == stamp ? $0.list : nil }) { return list }
    let read = try file.read()
    known.withLock { $0 = read }
    return read.list
  }

  // MARK: Changing

  /// Saves a new one.
  package func save(_ content: SavedQueryContent, in database: String, by owner: String) async throws -> SavedQuery {
    try await change { list, time throws(SavedQueryError) in
      let own = list.queries.count { $0.database == database && $0.owner == owner && $0.deletedAt == nil }
      guard own < Self.countLimit else {
        throw .full("You have saved \(own) queries for this database; delete some of them first")
      }
      list.last += 1
      let query = SavedQuery(
        number: list.last, database: database, owner: owner, content: content, changedAt: time)
      list.queries.append(query)
      return query
    }
  }

  /// Changes one.
  /// - Parameters:
  ///   - version: the one that was seen; `nil` for whichever it is.
  ///   - editor: who changes it, and whether they may change what others share.
  package func replace(
    _ number: Int, in database: String, version: Int?, by editor: Editor,
    with content: @escaping @Sendable (SavedQueryContent) -> SavedQueryContent
  ) async throws -> SavedQuery {
    try await change(number, in: database, version: version, by: editor) { $0.content = content($0.content) }
  }

  /// Deletes one; it can be brought back for a while.
  package func delete(_ number: Int, in database: String, version: Int?, by editor: Editor) async throws -> SavedQuery {
    let time = now()
    return try await change(number, in: database, version: version, by: editor) { $0.deletedAt = time }
  }

  /// Brings back a deleted one. One that is there stays as it is.
  package func restore(_ number: Int, in database: String, by editor: Editor) async throws -> SavedQuery {
    try await change(number, in: database, version: nil, by: editor, isDeleted: true) { $0.deletedAt = nil }
  }

  /// Somebody who changes what is saved.
  package struct Editor: Sendable {
    package let name: String
    /// Whether they may change and delete what others share.
    let isAdministrator: Bool

    package init(_ name: String, isAdministrator: Bool) {
      (self.name, self.isAdministrator) = (name, isAdministrator)
    }
  }

  private func change(
    _ number: Int, in database: String, version: Int?, by editor: Editor, isDeleted: Bool = false,
    _ body: @escaping @Sendable (inout SavedQuery) -> Void
  ) async throws -> SavedQuery {
    try await change { list, time throws(SavedQueryError) in
      guard let place = list.queries.firstIndex(where: { $0.number == number && $0.database == database }),
        list.queries[place].isVisible(to: editor.name), isDeleted || list.queries[place].deletedAt == nil
      else { throw .missing }
      var query = list.queries[place]
      guard query.owner == editor.name || editor.isAdministrator else { throw .notPermitted }
      guard version == nil || version == query.version else { throw .changed }
      body(&query)
      query.version += 1
      query.changedAt = time
      list.queries[place] = query
      return query
    }
  }

  private func change(
    _ body: @escaping @Sendable (inout SavedQueryList, _ time: Int64) throws(SavedQueryError) -> SavedQuery
  ) async throws -> SavedQuery {
    let time = now()
    let outcome = await changes.run { [file] () -> Result<SavedQuery, SavedQueryError> in
      do throws(SavedQueryError) {
        return .success(
          try file.change { list throws(SavedQueryError) in
            list.queries.removeAll { ($0.deletedAt ?? .max) < time - Self.restoringSeconds }
            return try body(&list, time)
          })
      } catch {
        return .failure(error)
      }
    }
    guard let outcome else { throw SavedQueryError.unavailable("Too many changes wait; try again in a moment") }
    return try outcome.get()
  }
}
