import Foundation

/// Many connections that are opened without waiting for any of them, and closed again.
enum ConnectionBurst {
  /// Opens as many connections to a port of this machine as are asked for, and closes them.
  /// - Returns: how many could be opened.
  static func run(port: UInt16, count: Int) -> Int {
    raiseOpenFileLimit(to: count + 512)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var opened: [Int32] = []
    for _ in 0..<count {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
      guard descriptor >= 0 else { break }
      opened.append(descriptor)
      // An address of any kind begins as `sockaddr` does.
      _ = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
    opened.forEach { close($0) }
    return opened.count
  }

  private static func raiseOpenFileLimit(to wanted: Int) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < rlim_t(wanted) else {
      return
    }
    limit.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
