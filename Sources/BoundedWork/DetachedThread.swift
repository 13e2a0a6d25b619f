internal import Glibc

/// Threads that nobody waits for.
package enum DetachedThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs a body on a thread of its own, which keeps what the body holds until it ends.
  ///
  /// Detached from its start: to detach it once it runs looks at memory that it has given back where it has ended by then
  /// (https://sourceware.org/bugzilla/show_bug.cgi?id=19951), which ends the program.
  /// - Returns: whether the system gave a thread.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return false }
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    // The new thread takes over the reference that is retained here; without a thread it is released again.
    let held = Unmanaged.passRetained(Body(body))
    let failure = pthread_create(
      &thread, &attributes,
      { body in
        if let body { Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run() }
        return nil
      }, held.toOpaque())
    if failure != 0 { held.release() }
    return failure == 0
  }
}
