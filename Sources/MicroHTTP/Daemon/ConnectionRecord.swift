internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// What is known of one connection, from its start to its end.
///
/// Unchecked: all but the atomics, `generation` and `spare` is written in `init`; `generation` is written before the connection's first
/// request, and it and `spare` are used on the worker that owns the connection alone.
final class ConnectionRecord: @unchecked Sendable {
  /// When a connection is cut.
  enum Deadline {
    case none
    /// So many nanoseconds from now.
    case after(UInt64)
  }

  let descriptor: Int32
  let isSecure: Bool
  let counters: ServerCounters
  let stopping: StopSignal
  /// That of the daemon that the connection was dealt to.
  var generation = 0
  private let address: sockaddr_storage
  /// On the coarse clock; 0: none.
  private let deadline = Atomic<UInt64>(0)
  /// Whether the connection waits for a request.
  private let idle = Atomic<Bool>(true)
  /// The exchange of the request before, for the next one.
  private var spare: Exchange?

  init(_ connection: OpaquePointer, isSecure: Bool, counters: ServerCounters, stopping: StopSignal) {
    descriptor = bridge_descriptor(connection)
    self.isSecure = isSecure
    self.counters = counters
    self.stopping = stopping
    var address = sockaddr_storage()
    if let source = bridge_client_address(connection) {
      // libmicrohttpd keeps as many bytes as the family needs; no more are read.
      let size: Int
      switch Int32(source.pointee.sa_family) {
      case AF_INET: size = MemoryLayout<sockaddr_in>.size
      case AF_INET6: size = MemoryLayout<sockaddr_in6>.size
      default: size = MemoryLayout<sa_family_t>.size
      }
      withUnsafeMutableBytes(of: &address) {
        $0.copyMemory(from: UnsafeRawBufferPointer(start: source, count: size))
      }
    }
    self.address = address
  }

  var isIdle: Bool {
    get { idle.load(ordering: .relaxed) }
    set { idle.store(newValue, ordering: .relaxed) }
  }

  /// The state for a request that begins.
  func takeExchange(for connection: OpaquePointer, _ target: RequestTarget) -> Exchange {
    guard let exchange = spare.take() else { return Exchange(connection, self, target: target) }
    exchange.restart(target)
    return exchange
  }

  /// Keeps the state of a completed request, which nobody else may hold.
  func keep(_ exchange: Exchange) {
    guard exchange.reset() else { return }
    spare = exchange
  }

  /// Lets go of what holds this record in turn, since the connection has ended.
  func dropExchange() { spare = nil }

  func setDeadline(_ new: Deadline) {
    switch new {
    case .none: deadline.store(0, ordering: .relaxed)
    case .after(let nanoseconds): deadline.store(coarseNow() + nanoseconds, ordering: .relaxed)
    }
  }

  /// Whether the clock has run out; asked for the first time after, so that a connection is cut once.
  func isOverdue(at now: UInt64) -> Bool {
    let deadline = deadline.load(ordering: .relaxed)
    guard deadline != 0, deadline < now else { return false }
    return self.deadline.compareExchange(expected: deadline, desired: 0, ordering: .relaxed).exchanged
  }

  var peer: Peer { SocketAddress(address).peer }
}
