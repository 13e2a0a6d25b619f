internal import Glibc

/// A block of memory that belongs to a body.
///
/// Unchecked: the block is given over whole by its maker, nothing writes to it after `init`, and it is given back once,
/// in `deinit`, when no one else can hold it.
final class AdoptedBuffer: @unchecked Sendable {
  let bytes: UnsafeMutableRawPointer
  let count: Int
  private let capacity: Int
  private let pool: ResponseBufferPool?
  private let whenReleased: (@Sendable () -> Void)?
  /// Lives as long as this body, and as any other form of it.
  let kept: (any AnyObject & Sendable)?

  init(
    _ bytes: UnsafeMutableRawPointer, count: Int, capacity: Int, pool: ResponseBufferPool?,
    keeping kept: (any AnyObject & Sendable)? = nil, whenReleased: (@Sendable () -> Void)? = nil
  ) {
    self.kept = kept
    self.whenReleased = whenReleased
    precondition(count >= 0 && count <= capacity, "a body cannot be longer than its block")
    self.bytes = bytes
    self.count = count
    self.capacity = capacity
    self.pool = pool
  }

  deinit {
    whenReleased?()
    if let pool { pool.giveBack(bytes, capacity: capacity) } else { free(bytes) }
  }
}
