internal import Glibc

/// How many processors this process may run on.
func availableProcessors() -> Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

/// Closes a file descriptor.
func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

/// What an error number means, as the system says it.
func reason(_ number: Int32) -> String { String(cString: strerror(number)) }

/// Nanoseconds of a clock that only goes forward, exact to some milliseconds and cheap to read.
func coarseNow() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

extension Duration {
  /// Whole nanoseconds, at least 0.
  var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let (product, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? .max / 4 : min(product + UInt64(attoseconds / 1_000_000_000), .max / 4)
  }
}

/// Has the kernel take no more of what is to be sent than so many bytes that it hasn't sent yet (tcp(7), `TCP_NOTSENT_LOWAT`). What is no
/// connection of TCP has a buffer that doesn't grow.
func limitUnsentBytes(ofSocket descriptor: Int32, to count: Int) {
  var count = Int32(clamping: count)
  _ = setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, &count, socklen_t(MemoryLayout<Int32>.size))
}

/// Runs a body on a thread of its own, for what blocks.
///
/// Detached from its start: to detach it once it runs looks at memory that it has given back where it has ended by then
/// (https://sourceware.org/bugzilla/show_bug.cgi?id=19951), which ends the program.
/// - Returns: whether the system gave a thread.
func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var attributes = pthread_attr_t()
  guard pthread_attr_init(&attributes) == 0 else { return false }
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  var thread = pthread_t()
  let box = Unmanaged.passRetained(Box(body))
  // The new thread takes over the reference that was just retained; without a thread it is released here.
  let failure = pthread_create(
    &thread, &attributes,
    { box in
      if let box { Unmanaged<Box>.fromOpaque(box).takeRetainedValue().body() }
      return nil
    }, box.toOpaque())
  if failure != 0 { box.release() }
  return failure == 0
}

/// Raises this process's limit of open files as far as it may, and tells how many there can be.
func raiseOpenFileLimit(to wanted: Int) -> Int {
  var limit = rlimit()
  guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
  if limit.rlim_cur < wanted, limit.rlim_cur < limit.rlim_max {
    var raised = limit
    raised.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
    if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 { limit = raised }
  }
  return Int(clamping: limit.rlim_cur)
}

/// Reads a whole file.
/// - Throws: `ServerError.unreadable`.
func readFile(_ path: String) throws(ServerError) -> [UInt8] {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw .unreadable(path: path, reason: reason(errno)) }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 64 * 1024)
  while true {
    let count = read(descriptor, &block, block.count)
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else { throw .unreadable(path: path, reason: reason(errno)) }
    if count == 0 { return bytes }
    bytes.append(contentsOf: block[..<count])
  }
}
