internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// A socket that listens.
final class ListenSocket: Sendable {
  let descriptor: Int32
  let address: BoundAddress
  /// The socket file to remove at the end.
  private let file: SocketFile?
  private let isClosed = Atomic<Bool>(false)

  init(_ descriptor: Int32, _ address: BoundAddress, file: SocketFile? = nil) {
    self.descriptor = descriptor
    self.address = address
    self.file = file
  }

  deinit { close() }

  /// Stops listening. More than once does no harm.
  func close() {
    guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    file?.remove()
    closeDescriptor(descriptor)
  }

  /// Listens at an address; a host name may stand for several sockets.
  static func open(_ address: BindAddress) throws(ServerError) -> [ListenSocket] {
    switch address {
    case .tcp(let host, let port): try openTCP(host, port)
    case .unix(let path, let mode): [try openUnix(path, mode)]
    case .inherited(let descriptor): [try adopt(descriptor)]
    }
  }

  static func failure(_ error: Int32, _ name: String) -> ServerError {
    switch error {
    case EADDRINUSE: .addressInUse(name)
    case EADDRNOTAVAIL, EAFNOSUPPORT, EINVAL: .badAddress(name)
    case EACCES, EPERM: .notPermitted(name)
    default: .cannotListen(name, reason: reason(error))
    }
  }

  /// A socket that the starter of this process opened (systemd's socket activation, `sd_listen_fds(3)`).
  private static func adopt(_ descriptor: Int32) throws(ServerError) -> ListenSocket {
    let name = "inherited socket \(descriptor)"
    var isListening: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &length) == 0, isListening != 0,
      let bound = SocketAddress(boundTo: descriptor)
    else { throw .cannotListen(name, reason: "it is not a socket that listens") }
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    let address = bound.hostAndPort.map { BoundAddress(host: $0.host, port: $0.port) }
    return ListenSocket(descriptor, address ?? BoundAddress(host: name, port: nil))
  }
}
