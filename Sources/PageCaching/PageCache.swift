package import CoreMetrics
package import MicroHTTP
import SitePages
import Synchronization
package import TableArguments
import TableModel

/// Rendered pages, each with the state of the data that it was made from. A page is served again as long as that state stands.
///
/// Two generations bound the memory: pages are kept in the young one, and when it is full it becomes the old one, whose
/// pages are moved back when they are asked for. So what is used stays, at O(1) for each request.
package final class PageCache: Sendable {
  /// What tells one answer from another: the target as it came, and what headers change about the answer.
  package struct Key: Hashable, Sendable {
    package var target: String
    package var format: PageFormat
    package var preferences: UInt8
    /// What the client calls this server; data hold whole addresses, pages do not.
    package var origin = ""
    /// Those for whom the answer was made; see `Visitor.audience`.
    package var audience: UInt64

    /// The key of what is asked for by an address.
    package init(target: String, format: PageFormat, preferences: UInt8, audience: UInt64 = 0) {
      (self.target, self.format, self.preferences, self.audience) = (target, format, preferences, audience)
    }
  }

  /// A page that is kept, with the state of the data that it was made from.
  package struct Entry: Sendable {
    fileprivate let standing: Standing
    fileprivate let response: PreparedResponse
    fileprivate let byteCount: Int
  }

  /// What is kept for a request.
  package enum Finding {
    /// Nothing that stands.
    case nothing
    /// A page that stands.
    case page(PreparedResponse)
    /// A page of which somebody else knows whether it stands; see `response(of:)`.
    case uncertain(Entry)
  }

  fileprivate struct Generations {
    var young: [Key: Entry] = [:]
    var old: [Key: Entry] = [:]
    var youngBytes = 0
  }

  private let limit: Int
  private let generations = Mutex(Generations())
  private let hits, misses: Counter

  /// - Parameters:
  ///   - byteLimit: what both generations take together; 0 keeps nothing.
  ///   - metrics: takes how many requests are answered from here.
  package init(byteLimit: Int, metrics: any MetricsFactory) {
    limit = byteLimit
    hits = Counter(label: PageMetric.cacheHits.rawValue, factory: metrics)
    misses = Counter(label: PageMetric.cacheMisses.rawValue, factory: metrics)
  }

  /// Whether anything is kept at all.
  package var isEnabled: Bool { limit > 0 }

  /// The kept page, if the data are still what they were, as far as that can be told at once.
  package func finding(for key: Key) -> Finding {
    guard limit > 0 else { return .nothing }
    guard let entry = generations.withLock({ $0.entry(for: key, limit: limit) }) else {
      misses.increment()
      return .nothing
    }
    guard case .immediate(let version) = entry.standing.source else { return .uncertain(entry) }
    return counted(entry, version()).map(Finding.page) ?? .nothing
  }

  /// The page of an uncertain finding, if the data are still what they were.
  package func response(of entry: Entry) async -> PreparedResponse? {
    counted(entry, await entry.standing.source.version())
  }

  private func counted(_ entry: Entry, _ version: DataVersion?) -> PreparedResponse? {
    guard let version, version == entry.standing.version else {
      misses.increment()
      return nil
    }
    hits.increment()
    return entry.response
  }

  /// What tells whether the page that is kept for a key stands.
  package func standing(of key: Key) -> Standing? {
    guard limit > 0 else { return nil }
    return generations.withLock { $0.entry(for: key, limit: limit) }?.standing
  }

  /// Forgets everything.
  package func removeAll() {
    let dropped = generations.withLock { generations in
      defer { generations = Generations() }
      return generations
    }
    // Released here, outside of the lock.
    _ = consume dropped
  }

  /// Keeps a page as long as it stands.
  package func keep(_ response: PreparedResponse, byteCount: Int, for key: Key, _ standing: Standing) {
    // A page that would fill the cache alone is not worth all the others.
    guard limit > 0, byteCount <= limit / 8 else { return }
    let size = byteCount + 512 + key.target.utf8.count
    let entry = Entry(standing: standing, response: response, byteCount: size)
    let dropped = generations.withLock { $0.insert(entry, for: key, limit: limit) }
    // Released here, outside of the lock.
    _ = consume dropped
  }
}

extension PageCache.Generations {
  fileprivate mutating func entry(for key: PageCache.Key, limit: Int) -> PageCache.Entry? {
    if let entry = young[key] { return entry }
    guard let entry = old.removeValue(forKey: key) else { return nil }
    _ = insert(entry, for: key, limit: limit)
    return entry
  }

  /// Answers the generation that had to go.
  fileprivate mutating func insert(_ entry: PageCache.Entry, for key: PageCache.Key, limit: Int) -> [PageCache.Key:
    PageCache.Entry]
  {
    old[key] = nil
    if let replaced = young.updateValue(entry, forKey: key) { youngBytes -= replaced.byteCount }
    youngBytes += entry.byteCount
    guard youngBytes > limit / 2 else { return [:] }
    let dropped = old
    old = young
    young = [:]
    youngBytes = 0
    return dropped
  }
}
