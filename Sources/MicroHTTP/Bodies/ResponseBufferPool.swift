internal import Glibc
internal import Synchronization

/// Blocks of memory to render responses into, kept from one response to the next.
///
/// Blocks come from `malloc`, so that who holds one may `realloc` it. The pool keeps a bounded number of blocks, none
/// larger than a limit; what is beyond goes back to the system.
///
/// Unchecked: the blocks kept are reached through the mutex alone, and one taken out belongs to its taker.
package final class ResponseBufferPool: @unchecked Sendable {
  private struct Block {
    var bytes: UnsafeMutableRawPointer
    var capacity: Int
  }
  private struct Kept: @unchecked Sendable {
    var blocks: [Block] = []
    var byteCount = 0

    mutating func take() -> Block? {
      guard let block = blocks.popLast() else { return nil }
      byteCount -= block.capacity
      return block
    }
  }

  private let kept = Mutex(Kept())
  private let maximumCount: Int
  private let maximumCapacity: Int
  private let maximumBytes: Int

  /// The pool that servers share unless they are given another: at most 64 blocks of at most 256 KiB, and 4 MiB together.
  package static let shared = ResponseBufferPool()

  /// Makes an empty pool.
  /// - Parameters:
  ///   - maximumCount: how many blocks are kept at most.
  ///   - maximumCapacity: the size in bytes of the largest block that is kept.
  ///   - maximumBytes: what all blocks that are kept take at most.
  package init(maximumCount: Int = 64, maximumCapacity: Int = 256 << 10, maximumBytes: Int = 4 << 20) {
    self.maximumBytes = maximumBytes
    self.maximumCount = maximumCount
    self.maximumCapacity = maximumCapacity
  }

  /// A block of at least that many bytes. O(1). Whoever takes it gives it back, adopts it as a body, or frees it.
  package func take(minimumCapacity: Int) -> (bytes: UnsafeMutableRawPointer, capacity: Int) {
    let wanted = max(minimumCapacity, 4096)
    if let block = kept.withLock({ $0.take() }) {
      if block.capacity >= wanted { return (block.bytes, block.capacity) }
      free(block.bytes)
    }
    guard let bytes = malloc(wanted) else {
      // A process without memory cannot serve on; Swift's own allocations stop it in the same way.
      preconditionFailure("out of memory")
    }
    return (bytes, wanted)
  }

  /// Takes a block back: one of `take`'s, possibly moved by `realloc` since. O(1).
  package func giveBack(_ bytes: UnsafeMutableRawPointer, capacity: Int) {
    let block = Block(bytes: bytes, capacity: capacity)
    let isKept = kept.withLock { kept in
      guard capacity <= maximumCapacity, kept.blocks.count < maximumCount,
        kept.byteCount + capacity <= maximumBytes
      else { return false }
      kept.blocks.append(block)
      kept.byteCount += capacity
      return true
    }
    if !isKept { free(bytes) }
  }

  deinit { kept.withLock { $0.blocks.forEach { free($0.bytes) } } }
}
