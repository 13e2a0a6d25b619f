internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// The open connections: who may have one, and the clock that cuts the slow ones.
///
/// A connection has its place from the moment on that it is accepted, before libmicrohttpd hears of it. A worker begins it a moment later,
/// which is too late to count: a burst would have passed every limit by then, also libmicrohttpd's own, and one that is reached there
/// leaves a lock of 0.9.75 locked for ever.
///
/// libmicrohttpd reports a connection's end before it closes the descriptor, and that report waits for the lock here: a descriptor
/// found in the registry is open, and still that connection's. One that libmicrohttpd drops without a report, for want of memory, gives
/// its place to the next connection that gets its number.
final class ConnectionRegistry: Sendable {
  private struct Place {
    /// That of the daemon that it was dealt to.
    let generation: Int
    /// What is known of the connection; `nil` until its worker has begun it.
    var record: ConnectionRecord?
  }

  /// By descriptor.
  private let places = Mutex<[Int32: Place]>([:])
  private let size = Atomic<Int>(0)
  /// How many there may be, once one was there.
  private let limit = Atomic<Int>(.max)

  var count: Int { size.load(ordering: .relaxed) }

  /// Whether more than three of four places are taken: then nobody keeps one long for what may never come.
  var isCrowded: Bool { count > limit.load(ordering: .relaxed) / 4 * 3 }

  /// Takes a place for a connection that has just been accepted.
  /// - Returns: false if all `limit` places are taken.
  func takePlace(_ descriptor: Int32, limit: Int, generation: Int = 0) -> Bool {
    places.withLock { places in
      guard places.count < limit || places[descriptor] != nil else { return false }
      places[descriptor] = Place(generation: generation)
      size.store(places.count, ordering: .relaxed)
      self.limit.store(max(limit, 4), ordering: .relaxed)
      return true
    }
  }

  /// Gives back the place of a connection that was not begun after all.
  func giveBack(_ descriptor: Int32) {
    places.withLock { places in
      places.removeValue(forKey: descriptor)
      size.store(places.count, ordering: .relaxed)
    }
  }

  /// Whether a daemon has no connection any more. O(number of connections).
  func isEmpty(ofGeneration generation: Int) -> Bool {
    places.withLock { !$0.values.contains { $0.generation == generation } }
  }

  /// A connection begins, on its worker.
  func begin(_ record: ConnectionRecord) {
    places.withLock { places in
      record.generation = places[record.descriptor]?.generation ?? 0
      places[record.descriptor] = Place(generation: record.generation, record: record)
      size.store(places.count, ordering: .relaxed)
    }
  }

  /// A connection ends; its descriptor is closed behind this call.
  func end(_ record: ConnectionRecord) { giveBack(record.descriptor) }

  /// Cuts every connection whose time is over. O(number of connections).
  /// - Parameter count: called before each, so that whoever sees it end finds it counted.
  func cutOverdue(counting count: () -> Void) {
    let now = coarseNow()
    places.withLock { places in
      for case let record? in places.values.lazy.map(\.record) where record.isOverdue(at: now) {
        count()
        shutdown(record.descriptor, Int32(SHUT_RDWR))
      }
    }
  }

  /// Ends every connection that waits for a request.
  func closeIdle() {
    places.withLock { places in
      for case let record? in places.values.lazy.map(\.record) where record.isIdle {
        shutdown(record.descriptor, Int32(SHUT_RDWR))
      }
    }
  }
}
