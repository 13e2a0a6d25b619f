import BoundedWork
internal import CPostgreSQL
internal import Glibc
internal import Synchronization
internal import TableModel

/// Waits for the sockets of database connections: one thread for all of them, so that no worker is blocked while a server thinks.
final class SocketEvents: Sendable {
  /// For all connections of the process.
  static let shared = SocketEvents()

  /// What a socket is waited for.
  enum Interest: Sendable { case reading, readingAndWriting }

  private struct Waiter {
    let continuation: UnsafeContinuation<Bool, Never>
    /// When the wait ends without an event, by the monotonic clock.
    let deadline: UInt64
  }

  private struct State {
    var waiters: [Int32: Waiter] = [:]
    var isStarted = false
    /// Whether the thread sleeps until somebody wakes it.
    var isAsleep = false
  }

  private let state = Mutex(State())
  private let queue: Int32
  private let alarm: Int32
  /// How often the deadlines are looked at while anybody waits, in milliseconds.
  private static let tick: Int32 = 250

  private init() {
    queue = cpostgresql_make_queue()
    alarm = cpostgresql_make_alarm(queue)
  }

  /// Waits until something can be done with a socket, or the time is up. One waiter per socket.
  /// - Parameter deadline: by the monotonic clock.
  /// - Returns: false if the time is up.
  func wait(for socket: Int32, _ interest: Interest, until deadline: UInt64) async -> Bool {
    await withUnsafeContinuation { continuation in
      let (isWatched, wakes) = state.withLock { state in
        state.waiters[socket] = Waiter(continuation: continuation, deadline: deadline)
        if !state.isStarted { state.isStarted = DetachedThread.start { self.run() } }
        defer { state.isAsleep = false }
        return (state.isStarted, state.isAsleep)
      }
      // Without a thread nobody would ever wake who waits.
      guard isWatched else { return resume(socket, false) }
      if wakes { cpostgresql_ring(alarm) }
      // A socket that can't be watched is looked at at once: whoever asked finds out what is wrong with it.
      if cpostgresql_watch(queue, socket, interest == .readingAndWriting ? 1 : 0) != 0 { resume(socket, true) }
    }
  }

  /// Forgets a socket that is about to be closed.
  func forget(_ socket: Int32) { cpostgresql_forget(queue, socket) }

  private func run() {
    var sockets = [Int32](repeating: 0, count: 64)
    var isQuiet = true
    var nextLook: UInt64 = 0
    while true {
      let timeout = state.withLock { state in
        // Where nothing has happened for a while: it costs those who wait next to wake it.
        state.isAsleep = isQuiet && state.waiters.isEmpty
        return state.isAsleep ? -1 : Self.tick
      }
      let count = cpostgresql_wait(queue, alarm, &sockets, timeout)
      isQuiet = count == 0
      for socket in sockets.prefix(Int(count)) { resume(socket, true) }
      let now = WorkBudget.now()
      guard now >= nextLook else { continue }
      nextLook = now &+ UInt64(Self.tick) * 1_000_000
      let late = state.withLock { $0.waiters.filter { $0.value.deadline <= now }.map(\.key) }
      for socket in late { resume(socket, false) }
    }
  }

  private func resume(_ socket: Int32, _ isReady: Bool) {
    let waiter = state.withLock { $0.waiters.removeValue(forKey: socket) }
    waiter?.continuation.resume(returning: isReady)
  }
}
