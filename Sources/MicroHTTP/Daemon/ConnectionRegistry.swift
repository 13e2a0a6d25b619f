internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// The open connections, for the clock that cuts the slow ones.
///
/// libmicrohttpd reports a connection's end before it closes the descriptor, and that report waits for the lock here: a
/// descriptor found in the registry is open, and still that connection's.
final class ConnectionRegistry: Sendable {
  private let records = Mutex<[Int32: ConnectionRecord]>([:])
  private let size = Atomic<Int>(0)

  var count: Int { size.load(ordering: .relaxed) }

  func add(_ record: ConnectionRecord) {
    records.withLock { $0[record.descriptor] = record }
    size.add(1, ordering: .relaxed)
  }

  func remove(_ record: ConnectionRecord) {
    _ = records.withLock { $0.removeValue(forKey: record.descriptor) }
    size.subtract(1, ordering: .relaxed)
  }

  /// Cuts every connection whose time is over. O(number of connections).
  /// - Parameter count: called before each, so that whoever sees it end finds it counted.
  func cutOverdue(counting count: () -> Void) {
    let now = coarseNow()
    records.withLock { records in
      for record in records.values where record.isOverdue(at: now) {
        count()
        shutdown(record.descriptor, Int32(SHUT_RDWR))
      }
    }
  }

  /// Ends every connection that waits for a request.
  func closeIdle() {
    records.withLock { records in
      for record in records.values where record.isIdle { shutdown(record.descriptor, Int32(SHUT_RDWR)) }
    }
  }
}
