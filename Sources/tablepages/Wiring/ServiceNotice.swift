import Glibc

/// What systemd is told of a service of `Type=notify` (`sd_notify(3)`): a datagram to the socket that it names. Nothing where it names none.
enum ServiceNotice: String {
  case ready = "READY=1"
  case stopping = "STOPPING=1"

  func send() {
    guard let path = environmentValue("NOTIFY_SOCKET"), path.utf8.count < 108 else { return }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { place in
      // A name that begins with @ is an abstract one, which begins with a zero byte; both fit, as was checked.
      for (index, byte) in path.utf8.enumerated() { place[index] = index == 0 && byte == UInt8(ascii: "@") ? 0 : byte }
    }
    let size = socklen_t(MemoryLayout<sa_family_t>.size + path.utf8.count)
    let text = Array(rawValue.utf8)
    withUnsafeBytes(of: &address) { address in
      // An address of any family begins as `sockaddr` does, and the kernel reads `size` bytes of it.
      guard let start = address.baseAddress else { return }
      _ = sendto(
        descriptor, text, text.count, Int32(MSG_NOSIGNAL), start.assumingMemoryBound(to: sockaddr.self), size)
    }
  }
}
