internal import CMicroHTTPD
internal import Glibc

/// An address of the socket interface.
struct SocketAddress {
  var storage: sockaddr_storage

  init(_ storage: sockaddr_storage) { self.storage = storage }

  /// The address that a listening socket is bound to.
  init?(boundTo descriptor: Int32) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let found = withUnsafeMutablePointer(to: &storage) {
      // The same memory, which is large and aligned enough for an address of any family.
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    guard found == 0 else { return nil }
    self.storage = storage
  }

  var family: Int32 { Int32(storage.ss_family) }

  var peer: Peer {
    guard let (host, port) = hostAndPort else { return .unix }
    return .address(host, port: port)
  }

  /// Nil for a Unix socket. An IPv4 address that came over an IPv6 socket is written as IPv4.
  var hostAndPort: (host: String, port: UInt16)? {
    // The family says which kind of address the storage holds; each kind fits inside it.
    withUnsafePointer(to: storage) { storage in
      switch family {
      case AF_INET:
        storage.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
          var number = address.pointee.sin_addr
          return (Self.text(AF_INET, &number), UInt16(bigEndian: address.pointee.sin_port))
        }
      case AF_INET6:
        storage.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
          var number = address.pointee.sin6_addr
          let text = Self.text(AF_INET6, &number)
          let host = text.hasPrefix("::ffff:") && text.contains(".") ? String(text.dropFirst(7)) : text
          return (host, UInt16(bigEndian: address.pointee.sin6_port))
        }
      default: nil
      }
    }
  }

  private static func text(_ family: Int32, _ number: UnsafeRawPointer) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { buffer in
      guard let start = buffer.baseAddress, inet_ntop(family, number, start, socklen_t(buffer.count)) != nil else {
        return ""
      }
      return String(cString: start)
    }
  }
}
