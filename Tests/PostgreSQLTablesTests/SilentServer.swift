import Foundation

/// A socket where a PostgreSQL server would be, at which connections are taken and nothing is ever said.
final class SilentServer {
  let folder: URL
  private let socket: Int32

  struct Failed: Error {}

  init() throws {
    folder = URL(filePath: "/tmp/silent-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: (folder.path + "/.s.PGSQL.5432").utf8) }
    let result = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0, listen(socket, 64) == 0 else { throw Failed() }
  }

  deinit {
    close(socket)
    try? FileManager.default.removeItem(at: folder)
  }

  /// How many have connected by now, since this was asked before.
  func connectionCount() -> Int {
    var count = 0
    while true {
      let connection = accept(socket, nil, nil)
      guard connection >= 0 else { return count }
      close(connection)
      count += 1
    }
  }
}
