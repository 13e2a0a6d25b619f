internal import CMicroHTTPD
internal import Glibc

extension ListenSocket {
  static func openTCP(_ host: String, _ port: UInt16) throws(ServerError) -> [ListenSocket] {
    let name = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_PASSIVE
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host.isEmpty ? nil : host, "\(port)", &hints, &list) == 0, let list else {
      throw .badAddress(name)
    }
    defer { freeaddrinfo(list) }
    var sockets: [ListenSocket] = []
    var firstFailure: Int32?
    var next: UnsafeMutablePointer<addrinfo>? = list
    // The list and what it points to stay until `freeaddrinfo`.
    while let found = next?.pointee {
      next = found.ai_next
      // Port 0 asks for any free one; a second address of the same name gets the port that the first one found.
      switch listen(on: found, port: port == 0 ? sockets.first?.address.port : nil, host: host) {
      case .success(let socket): sockets.append(socket)
      case .failure(let failure): firstFailure = firstFailure ?? failure.number
      }
    }
    // One address in use is a mistake to tell; an address family that this machine lacks is not, if there is another.
    if firstFailure == EADDRINUSE, port != 0 || sockets.isEmpty { throw failure(EADDRINUSE, name) }
    guard !sockets.isEmpty else { throw failure(firstFailure ?? EADDRNOTAVAIL, name) }
    return sockets
  }

  private struct SystemError: Error { var number: Int32 }

  private static func listen(
    on info: addrinfo, port: UInt16?, host: String
  ) -> Result<ListenSocket, SystemError> {
    let descriptor = socket(
      info.ai_family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { return .failure(SystemError(number: errno)) }
    set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
    // `::` stands for every address of both kinds, any other IPv6 address for itself.
    if info.ai_family == AF_INET6 { set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, host == "::" ? 0 : 1) }
    var storage = sockaddr_storage()
    withUnsafeMutableBytes(of: &storage) {
      let size = min(Int(info.ai_addrlen), $0.count)
      $0.copyMemory(from: UnsafeRawBufferPointer(start: info.ai_addr, count: size))
    }
    let bound = withUnsafeMutablePointer(to: &storage) { storage in
      if let port {
        // The port stands at the same place in the addresses of both families.
        storage.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee.sin_port = port.bigEndian }
      }
      // The same memory, which is large and aligned enough for an address of any family.
      return storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, info.ai_addrlen) }
    }
    guard bound == 0, Glibc.listen(descriptor, 4096) == 0,
      let address = SocketAddress(boundTo: descriptor)?.hostAndPort
    else {
      let number = errno
      closeDescriptor(descriptor)
      return .failure(SystemError(number: number))
    }
    return .success(ListenSocket(descriptor, BoundAddress(host: address.host, port: address.port)))
  }

  private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }
}
