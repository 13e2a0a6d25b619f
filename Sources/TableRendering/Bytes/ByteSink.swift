#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Where a page is written: one growable block of bytes with a single owner.
///
/// Text goes in escaped, markup only if the program itself contains it or its type says that it is HTML, so that data can't
/// become markup by accident. Memory comes from `malloc`: the HTTP server can take the block over and `free` it without a copy.
///
/// The invariant that keeps the pointer safe: `count <= capacity`, `base` is the start of a block of `capacity` bytes that
/// nobody else owns, and every write first calls `reserve`.
public struct ByteSink: ~Copyable {
  var base: UnsafeMutablePointer<UInt8>
  /// Bytes written so far.
  public internal(set) var count = 0
  /// Bytes that fit before the block has to grow.
  public private(set) var capacity: Int

  /// An empty sink with room for `capacity` bytes.
  public init(capacity: Int = 32 * 1024) {
    let bytes = max(capacity, 64)
    guard let block = malloc(bytes) else { preconditionFailure("out of memory") }
    base = block.assumingMemoryBound(to: UInt8.self)
    self.capacity = bytes
  }

  /// An empty sink in a block that someone else made with `malloc` and gives up by this call.
  public init(adopting block: (bytes: UnsafeMutableRawPointer, capacity: Int)) {
    base = block.bytes.assumingMemoryBound(to: UInt8.self)
    capacity = block.capacity
  }

  deinit { free(base) }

  /// Forgets what was written and keeps the room.
  public mutating func removeAll() { count = 0 }

  /// Forgets what was written behind the first `count` bytes. Nothing happens if there are fewer.
  public mutating func truncate(to count: Int) { self.count = min(self.count, max(count, 0)) }

  /// Hands the block to a new owner, who must `free` it, or bring it back through `init(adopting:)`.
  public consuming func take() -> (bytes: UnsafeMutableRawPointer, count: Int, capacity: Int) {
    let taken = (bytes: UnsafeMutableRawPointer(base), count: count, capacity: capacity)
    discard self
    return taken
  }

  /// What was written. The pointer is valid inside `body` alone.
  public func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    try body(UnsafeBufferPointer(start: base, count: count))
  }

  /// What was written, as a string. Copies.
  public var string: String { withBytes { String(decoding: $0, as: UTF8.self) } }

  /// The last byte written.
  var lastByte: UInt8? { count > 0 ? base[count - 1] : nil }

  @inline(__always) mutating func reserve(_ extra: Int) {
    if _slowPath(count &+ extra > capacity) { grow(extra) }
  }

  @inline(never) private mutating func grow(_ extra: Int) {
    let larger = max(capacity * 2, count + extra)
    guard let block = realloc(base, larger) else { preconditionFailure("out of memory") }
    base = block.assumingMemoryBound(to: UInt8.self)
    capacity = larger
  }
}
