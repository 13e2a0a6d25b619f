internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// A connection to a server of this machine, for tests and health checks. Its calls block, so they belong on a thread of
/// their own: `ClientSocket.blocking`.
package final class ClientSocket: Sendable {
  private let descriptor: Int32
  private let isClosed = Atomic<Bool>(false)

  /// Connects.
  /// - Throws: `ServerError.cannotListen` with the reason, if nobody listens there.
  package init(_ address: BoundAddress) throws(ServerError) {
    descriptor = try Self.connect(to: address)
  }

  deinit { close() }

  package func close() {
    guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    closeDescriptor(descriptor)
  }

  /// Says that nothing more will be sent.
  package func shutdownWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Makes the kernel keep as few unread bytes as it can, so that a slow reader is soon noticed.
  package func shrinkReceiveBuffer() { set(SO_RCVBUF, 1) }

  /// Sends everything. False: the other side has closed.
  package func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(
          descriptor, UnsafeRawBufferPointer(rebasing: $0[sent...]).baseAddress, bytes.count - sent, Int32(MSG_NOSIGNAL)
        )
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// What a wait for bytes came to.
  package enum Received: Sendable {
    case bytes([UInt8])
    case end
    case timedOut
  }

  /// Waits for some bytes, as long as it may.
  package func receive(upTo limit: Int = 64 * 1024, within time: Duration) -> Received {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, Int32(clamping: time.nanoseconds / 1_000_000)) > 0 else { return .timedOut }
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, initialized in
      count = recv(descriptor, buffer.baseAddress, limit, 0)
      initialized = max(count, 0)
    }
    return count > 0 ? .bytes(bytes) : .end
  }

  /// Runs what blocks on a thread of its own, so that it holds up no task.
  package static func blocking<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      let hasThread = startThread { continuation.resume(with: Swift.Result { try body() }) }
      if !hasThread { continuation.resume(throwing: ServerError.cannotStart("no thread left")) }
    }
  }

  private func set(_ option: Int32, _ value: Int32) {
    var value = value
    setsockopt(descriptor, SOL_SOCKET, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func connect(to address: BoundAddress) throws(ServerError) -> Int32 {
    guard let target = SocketAddress(address) else { throw .badAddress("\(address)") }
    let descriptor = socket(target.family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw .cannotListen("\(address)", reason: reason(errno)) }
    let isConnected = target.withPointer { Glibc.connect(descriptor, $0, $1) == 0 }
    guard isConnected else {
      let number = errno
      closeDescriptor(descriptor)
      throw .cannotListen("\(address)", reason: reason(number))
    }
    return descriptor
  }
}

extension SocketAddress {
  /// The address that a server told it is bound to. An unspecified address stands for the loopback one.
  init?(_ bound: BoundAddress) {
    var storage = sockaddr_storage()
    let isValid = withUnsafeMutablePointer(to: &storage) { storage -> Bool in
      // The storage is large and aligned enough for each kind of address.
      guard let port = bound.port else {
        return storage.withMemoryRebound(to: sockaddr_un.self, capacity: 1) { address in
          address.pointee.sun_family = sa_family_t(AF_UNIX)
          let path = Array(bound.host.utf8)
          return withUnsafeMutableBytes(of: &address.pointee.sun_path) { target in
            guard path.count < target.count else { return false }
            target.copyBytes(from: path)
            return true
          }
        }
      }
      if bound.host.contains(":") {
        return storage.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
          address.pointee.sin6_family = sa_family_t(AF_INET6)
          address.pointee.sin6_port = port.bigEndian
          return inet_pton(AF_INET6, bound.host == "::" ? "::1" : bound.host, &address.pointee.sin6_addr) == 1
        }
      }
      return storage.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
        address.pointee.sin_family = sa_family_t(AF_INET)
        address.pointee.sin_port = port.bigEndian
        return inet_pton(AF_INET, bound.host == "0.0.0.0" ? "127.0.0.1" : bound.host, &address.pointee.sin_addr) == 1
      }
    }
    guard isValid else { return nil }
    self.storage = storage
  }

  /// The address as the socket interface takes it.
  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    let length =
      switch family {
      case AF_INET: MemoryLayout<sockaddr_in>.size
      case AF_INET6: MemoryLayout<sockaddr_in6>.size
      default: MemoryLayout<sockaddr_un>.size
      }
    return withUnsafePointer(to: storage) { storage in
      // Every kind of address begins as `sockaddr` does.
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(length)) }
    }
  }
}
