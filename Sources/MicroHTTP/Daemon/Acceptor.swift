internal import CMicroHTTPD
internal import CoreMetrics
internal import Glibc
internal import Logging
internal import Synchronization

/// The thread that accepts connections, deals them out to the workers, and watches the clock.
///
/// libmicrohttpd's workers would all wait for the same socket, and one of them would win nearly always; dealt out from
/// here the work is even.
final class Acceptor: Sendable {
  private let core: ServerCore
  private let sockets: [ListenSocket]
  private let limit: Int
  /// Written to, it ends the thread.
  private let wakeWriter: Int32
  private let wakeReader: Int32
  private let hasEnded = Atomic<Bool>(false)
  private let isEnding = Atomic<Bool>(false)

  init(_ core: ServerCore, _ sockets: [ListenSocket]) throws(ServerError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .cannotStart(reason(errno)) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    wakeReader = ends[0]
    wakeWriter = ends[1]
    self.core = core
    self.sockets = sockets
    limit = core.connectionLimit
  }

  deinit {
    close(wakeReader)
    close(wakeWriter)
  }

  func start() throws(ServerError) {
    guard startThread({ self.run() }) else { throw .cannotStart("no thread for the acceptor") }
  }

  /// Accepts no more, closes the listening sockets, and ends every connection that waits for a request. The clock is watched on,
  /// until `end`.
  func stopAccepting() { wake(1) }

  /// Ends the thread; it may run on for a moment.
  func end() {
    isEnding.store(true, ordering: .releasing)
    wake(2)
  }

  var isEnded: Bool { hasEnded.load(ordering: .acquiring) }

  private func wake(_ message: UInt8) {
    var message = message
    _ = write(wakeWriter, &message, 1)
  }

  private func run() {
    var isAccepting = true
    var backOff = false
    let period = sweepPeriod
    var nextSweep = coarseNow() + period
    while !isEnding.load(ordering: .acquiring) {
      var waits = [pollfd(fd: wakeReader, events: Int16(POLLIN), revents: 0)]
      if isAccepting, !backOff {
        waits += sockets.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      }
      _ = poll(&waits, nfds_t(waits.count), backOff ? 20 : Int32(period / 1_000_000))
      backOff = false
      if waits[0].revents != 0 {
        var message: UInt8 = 0
        _ = read(wakeReader, &message, 1)
        if isAccepting { sockets.forEach { $0.close() } }
        isAccepting = false
        nextSweep = 0
      } else {
        for wait in waits.dropFirst() where wait.revents != 0 { backOff = !accept(from: wait.fd) || backOff }
      }
      let now = coarseNow()
      if now >= nextSweep {
        core.registry.cutOverdue { core.metrics.timedOut.increment() }
        core.metrics.tell(core.statistics)
        core.endRetiredDaemons()
        core.suspensions.abandonLonely()
        // Each time, since the worker that a connection was dealt to registers it a moment later.
        if !isAccepting { core.registry.closeIdle() }
        nextSweep = now + period
      }
    }
    hasEnded.store(true, ordering: .releasing)
  }

  /// A tenth of the shortest time limit, so that none is overstepped by much; between 20 ms and half a second.
  private var sweepPeriod: UInt64 {
    let shortest = min(core.limits.header, core.limits.body, core.limits.idle, core.limits.response)
    return min(max(shortest / 10, 20_000_000), 500_000_000)
  }

  /// Accepts what waits. False: the process has no descriptor left, and should try again a little later.
  private func accept(from listening: Int32) -> Bool {
    for _ in 0..<64 {
      var address = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let goesOn = withUnsafeMutablePointer(to: &address) { address in
        // The same memory, which is large and aligned enough for an address of any family.
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> Bool? in
          let descriptor = bridge_accept(listening, address, &length)
          guard descriptor >= 0 else { return Self.canGoOn(after: errno) }
          deal(descriptor, address, length)
          return nil
        }
      }
      if let goesOn { return goesOn }
    }
    return true
  }

  /// Nothing waits any more, or what waited has gone (accept(2)). All else, such as too many open files, stays as it is for a while.
  private static func canGoOn(after error: Int32) -> Bool {
    switch error {
    case EAGAIN, EINTR, ECONNABORTED, EPROTO, ENETDOWN, ENOPROTOOPT, EHOSTDOWN, EHOSTUNREACH, ENETUNREACH: true
    default: false
    }
  }

  private func deal(_ descriptor: Int32, _ address: UnsafeMutablePointer<sockaddr>, _ length: socklen_t) {
    // Between this and the handing over no daemon ends, since they are ended from this thread.
    let (daemon, generation) = core.currentDaemon
    guard core.registry.takePlace(descriptor, limit: limit, generation: generation) else {
      refuse(descriptor)
      return
    }
    var on: Int32 = 1
    if Int32(address.pointee.sa_family) != AF_UNIX {
      setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }
    core.metrics.accepted.increment()
    // From here on the descriptor is libmicrohttpd's, which closes it also when it does not take it.
    if MHD_add_connection(daemon, descriptor, address, length) != .YES {
      core.registry.giveBack(descriptor)
      core.metrics.refused.increment()
    }
  }

  /// Says that there are too many. The socket's buffer is empty, so this does not wait.
  ///
  /// What the client has sent is taken first: closed with something unread, the connection would be reset, and the answer lost with it.
  private func refuse(_ descriptor: Int32) {
    core.metrics.refused.increment()
    if core.configuration.tls == nil {
      withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { request in
        _ = recv(descriptor, request.baseAddress, request.count, Int32(MSG_DONTWAIT))
      }
      let answer =
        "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
      _ = send(descriptor, answer, answer.utf8.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }
    close(descriptor)
  }
}
