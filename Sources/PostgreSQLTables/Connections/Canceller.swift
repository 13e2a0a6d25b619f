import BoundedWork
internal import CPostgreSQL
internal import Synchronization
internal import TableModel

/// Stops what a server does for somebody who has gone.
///
/// The server is told over a connection of its own, which libpq blocks for: that is done on a thread apart. Meanwhile the query may have ended,
/// so that a connection on which this was tried is never used for another one.
///
/// Unchecked: the pointer never changes, `PQcancel` may be called from any thread, and it is freed with the last reference.
final class Canceller: @unchecked Sendable {
  private let cancel: OpaquePointer?
  private let state = Mutex((ticket: 0, isRunning: false, wasTried: false))
  private static let threads = WorkThreads(threads: 2, queueLimit: 1_000)

  init(_ connection: OpaquePointer) { cancel = PQgetCancel(connection) }

  deinit { PQfreeCancel(cancel) }

  /// A query begins.
  func begin() -> Int {
    state.withLock { state in
      state.ticket += 1
      state.isRunning = true
      return state.ticket
    }
  }

  /// The query is over.
  /// - Returns: whether somebody tried to stop it.
  func end() -> Bool {
    state.withLock { state in
      state.isRunning = false
      return state.wasTried
    }
  }

  /// Stops a query that is under way.
  func cancel(_ ticket: Int) {
    let isWanted = state.withLock { state in
      guard state.isRunning, state.ticket == ticket else { return false }
      state.wasTried = true
      return true
    }
    guard isWanted else { return }
    _ = Self.threads.offer { [self] in
      var reason = [CChar](repeating: 0, count: 256)
      PQcancel(cancel, &reason, Int32(reason.count))
    }
  }
}
