internal import CMicroHTTPD
internal import Glibc

/// Asks a server for one path, to see whether it is well: what a health check needs, and no more of a client than that.
package struct StatusProbe: Sendable {
  private let address: BindAddress
  private let timeLimit: Int

  /// A probe of the server at an address of this machine; `0.0.0.0` and `::` are asked at the loopback address.
  /// - Parameter timeLimit: seconds to wait for the connection and for the answer.
  package init(of address: BindAddress, timeLimit: Int = 3) {
    self.address = address
    self.timeLimit = timeLimit
  }

  /// The status that the server answers with; `nil` if it doesn't answer HTTP in time.
  package func status(of target: String) -> Int? {
    guard let descriptor = connection() else { return nil }
    defer { close(descriptor) }
    let request = Array("GET \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
    guard send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else { return nil }
    // "HTTP/1.1 200" is all that is wanted of the answer, and fits in its first segment.
    var start = [UInt8](repeating: 0, count: 12)
    guard recv(descriptor, &start, start.count, Int32(MSG_WAITALL)) == start.count else { return nil }
    return Int(String(decoding: start[9...], as: UTF8.self))
  }

  /// Whether anybody accepts connections there.
  package func isListening() -> Bool {
    guard let descriptor = connection() else { return false }
    close(descriptor)
    return true
  }

  private func connection() -> Int32? {
    switch address {
    case .inherited: return nil
    case .unix(let path, _): return unixConnection(to: path)
    case .tcp(let host, let port):
      let host = ["0.0.0.0", ""].contains(host) ? "127.0.0.1" : host == "::" ? "::1" : host
      return internetConnection(to: host, port: port)
    }
  }

  private func internetConnection(to host: String, port: UInt16) -> Int32? {
    var wanted = addrinfo()
    wanted.ai_socktype = Int32(SOCK_STREAM.rawValue)
    // The list belongs to us until `freeaddrinfo`, which runs after its last use.
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &wanted, &found) == 0, let first = found else { return nil }
    defer { freeaddrinfo(first) }
    for entry in sequence(first: first, next: { $0.pointee.ai_next }) {
      guard let descriptor = newSocket(family: entry.pointee.ai_family) else { continue }
      if connect(descriptor, entry.pointee.ai_addr, entry.pointee.ai_addrlen) == 0 { return descriptor }
      close(descriptor)
    }
    return nil
  }

  private func unixConnection(to path: String) -> Int32? {
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: name.sun_path), let descriptor = newSocket(family: AF_UNIX) else {
      return nil
    }
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: bytes) }
    // `sockaddr_un` is one of the shapes of `sockaddr`; the pointer lives as long as the call.
    let result = withUnsafePointer(to: name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    if result == 0 { return descriptor }
    close(descriptor)
    return nil
  }

  private func newSocket(family: Int32) -> Int32? {
    let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    var limit = timeval(tv_sec: timeLimit, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    return descriptor
  }
}
