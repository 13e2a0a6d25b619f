internal import Synchronization

/// What paths were found to name, so that a path is taken apart once.
final class ResolvedPaths: Sendable {
  /// What a path names, and the format that its suffix asks for.
  typealias Resolved = (resource: Resource, format: PageFormat?)

  private let map: SiteMap
  private let known = Mutex<[Substring: Resolved]>([:])
  /// Rows have paths without end; what is dropped is found again.
  private let limit = 1_024

  init(_ map: SiteMap) { self.map = map }

  /// - Parameters:
  ///   - target: path and query, as they came.
  ///   - names: the decoded names of the path, asked for only where the path isn't known.
  /// - Throws: `PageFailure` 404 where the path names nothing.
  func resolve(_ target: String, _ names: () -> [String]) throws -> Resolved {
    let path = target.utf8.firstIndex(of: UInt8(ascii: "?")).map { target[..<$0] } ?? target[...]
    if let resolved = known.withLock({ $0[path] }) { return resolved }
    let resolved = try map.resolve(names())
    known.withLock { known in
      if known.count >= limit { known.removeAll() }
      // A copy of its own: the part of a target would keep the whole alive.
      known[Substring(String(path))] = resolved
    }
    return resolved
  }
}
