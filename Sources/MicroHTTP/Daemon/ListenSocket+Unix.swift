internal import CMicroHTTPD
internal import Glibc

extension ListenSocket {
  static func openUnix(_ path: String, _ mode: UInt32) throws(ServerError) -> ListenSocket {
    let name = "unix:\(path)"
    guard var address = unixAddress(path) else {
      throw .cannotListen(name, reason: "the path of a Unix socket has 1 to 107 bytes")
    }
    try removeStale(path, name, &address)
    let descriptor = unixSocket()
    guard descriptor >= 0 else { throw failure(errno, name) }
    // The file's mode is set between bind and listen, while nobody can connect yet.
    guard withSocketAddress(&address, { bind(descriptor, $0, $1) }) == 0, chmod(path, mode) == 0,
      Glibc.listen(descriptor, 4096) == 0
    else {
      let number = errno
      closeDescriptor(descriptor)
      throw failure(number, name)
    }
    return ListenSocket(descriptor, BoundAddress(host: path, port: nil), file: SocketFile(path))
  }

  /// A socket file that nobody listens on any more is removed; anything else is left alone.
  private static func removeStale(
    _ path: String, _ name: String, _ address: inout sockaddr_un
  ) throws(ServerError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw .cannotListen(name, reason: "the file already exists, and it is not a socket")
    }
    let probe = unixSocket()
    guard probe >= 0 else { throw failure(errno, name) }
    defer { closeDescriptor(probe) }
    if withSocketAddress(&address, { connect(probe, $0, $1) }) == 0 || errno != ECONNREFUSED {
      throw .addressInUse(name)
    }
    unlink(path)
  }

  private static func unixSocket() -> Int32 {
    socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
  }

  private static func unixAddress(_ path: String) -> sockaddr_un? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard !bytes.isEmpty, !bytes.contains(0) else { return nil }
    return withUnsafeMutableBytes(of: &address.sun_path) { target in
      guard bytes.count < target.count else { return nil }
      target.copyBytes(from: bytes)
      return true
    } == true ? address : nil
  }

  private static func withSocketAddress(
    _ address: inout sockaddr_un, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    withUnsafePointer(to: &address) { address in
      // A Unix address begins as every socket address does.
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}

/// The file of a socket: which one it is, whatever is put in its place later.
struct SocketFile: Sendable {
  private let path: String
  private let device: UInt64
  private let inode: UInt64

  /// - Returns: `nil` if there is none any more.
  init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
    self.path = path
    (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
  }

  /// Removes the file, unless the path leads to another by now.
  func remove() {
    guard let now = SocketFile(path), now.device == device, now.inode == inode else { return }
    unlink(path)
  }
}
