internal import Synchronization

/// A place for an object that is made when it is first asked for, and kept. Reading it takes no lock.
///
/// Once set, the reference held here does not change until `deinit`, so what was loaded stays alive as long as this does.
struct LazyValue<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  private let kept = Atomic<Unmanaged<Object>?>(nil)

  /// The object, made now if it is not there yet. Threads that come at the same time may both make one; one is kept.
  func value(_ make: () -> Object?) -> Object? {
    if let object = kept.load(ordering: .acquiring) { return object.takeUnretainedValue() }
    guard let made = make().map({ Unmanaged.passRetained($0) }) else { return nil }
    let (isKept, earlier) = kept.compareExchange(expected: nil, desired: made, ordering: .acquiringAndReleasing)
    guard !isKept, let earlier else { return made.takeUnretainedValue() }
    made.release()
    return earlier.takeUnretainedValue()
  }

  deinit { kept.load(ordering: .acquiring)?.release() }
}
