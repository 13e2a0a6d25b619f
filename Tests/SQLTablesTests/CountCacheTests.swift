import SQLTables
import TableModel
import Testing

@Suite struct CountCacheTests {
  private let now = DataVersion(1), later = DataVersion(2)

  @Test func whatNoGlanceTellsIsKnownUntilItIsCounted() {
    let cache = CountCache()
    #expect(cache.glance(.everything, at: now) == nil && cache.known(.everything, at: now) == nil)
    cache.keepLong(.everything, at: now)
    #expect(cache.glance(.everything, at: now) == .unknown && cache.known(.everything, at: now) == nil)
    #expect(cache.glance(.everything, at: later) == nil)
    cache.keep(.moreThan(10), for: .everything, at: now)
    #expect(cache.glance(.everything, at: now) == .moreThan(10))
    cache.keep(.exact(12), for: .everything, at: now)
    cache.keep(.moreThan(10), for: .everything, at: now)
    cache.keepLong(.everything, at: now)
    #expect(cache.glance(.everything, at: now) == .exact(12) && cache.known(.everything, at: now) == .exact(12))
  }

  @Test func selectionsAreKnownEachByItself() {
    let cache = CountCache()
    let some = RowSelection(filters: [ColumnFilter(column: 0, value: "1")])
    cache.keep(.exact(1), for: some, at: now)
    cache.keepLong(.everything, at: now)
    #expect(cache.known(some, at: now) == .exact(1) && cache.glance(.everything, at: now) == .unknown)
    cache.keep(.exact(5), for: .everything, at: nil)
    #expect(cache.known(.everything, at: now) == nil && cache.glance(some, at: nil) == nil)
  }
}
