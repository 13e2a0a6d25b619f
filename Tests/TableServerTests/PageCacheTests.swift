import MetricsText
import MicroHTTP
import PageCaching
import SitePages
import Synchronization
import TableArguments
import TableModel
import Testing

@testable import TableServer

extension PageCache {
  /// The kept page that stands for certain.
  fileprivate func page(for key: Key) -> PreparedResponse? {
    if case .page(let page) = finding(for: key) { page } else { nil }
  }
}

@Suite struct PageCacheTests {
  /// A state of data that tests change.
  final class State: Sendable {
    let number = Atomic<UInt64>(1)
    var version: DataVersion { DataVersion(number.load(ordering: .relaxed)) }
  }

  private let metrics = PrometheusMetrics()

  private func key(_ target: String) -> PageCache.Key { PageCache.Key(target: target, format: .html, preferences: 0) }

  private func keep(_ target: String, bytes: Int = 1_000, _ state: State, in cache: PageCache) {
    let response = Response(body: .text(target)).prepared()
    cache.keep(
      response, byteCount: bytes, for: key(target),
      Standing(tag: target, version: state.version, source: .immediate { state.version }))
  }

  /// Pages that were made as a string count with all their bytes as well.
  @Test func everyAnswerKnowsItsSize() {
    #expect(PageAnswer(Response(html: "<p>four</p>", headers: [])).byteCount == 11)
    #expect(PageAnswer(Response(body: .bytes([1, 2, 3]))).byteCount == 3)
  }

  @Test func aPageStandsAsLongAsItsData() {
    let cache = PageCache(byteLimit: 100_000, metrics: metrics.factory)
    let state = State()
    #expect(cache.page(for: key("/a")) == nil)
    keep("/a", state, in: cache)
    #expect(cache.page(for: key("/a")) != nil)
    state.number.add(1, ordering: .relaxed)
    #expect(cache.page(for: key("/a")) == nil)
    #expect(metrics.text.contains("page_cache_hits_total 1\n"))
    #expect(metrics.text.contains("page_cache_misses_total 2\n"))
  }

  @Test func pagesThatAreAskedForOutliveOthers() {
    let cache = PageCache(byteLimit: 20_000, metrics: metrics.factory)
    let state = State()
    keep("/often", state, in: cache)
    for number in 0..<200 {
      keep("/\(number)", state, in: cache)
      #expect(cache.page(for: key("/often")) != nil)
    }
    let kept = (0..<200).count { cache.page(for: key("/\($0)")) != nil }
    #expect(kept > 0 && kept * 1_512 <= 20_000)
  }

  @Test func aHugePageIsNotKept() {
    let cache = PageCache(byteLimit: 20_000, metrics: metrics.factory)
    let state = State()
    keep("/huge", bytes: 10_000, state, in: cache)
    #expect(cache.page(for: key("/huge")) == nil)
  }

  @Test func withoutRoomNothingIsKept() {
    let cache = PageCache(byteLimit: 0, metrics: metrics.factory)
    keep("/a", State(), in: cache)
    #expect(cache.page(for: key("/a")) == nil)
  }
}
