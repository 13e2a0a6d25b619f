package import BoundedWork
package import TableModel

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
/// How much is written can be bounded, by a limit of the sink's own and by a budget that all answers share. What goes beyond is not refused in the
/// middle of a value: the sink says so (`isFull`), writers of rows and of long texts look and stop, and the answer is given up as a whole.
///
/// The invariant that keeps the pointer safe: `count <= capacity`, `base` is the start of a block of `capacity` bytes that
/// nobody else owns, and every write first calls `reserve`.
public struct ByteSink: ~Copyable {
  var base: UnsafeMutablePointer<UInt8>
  /// Bytes written so far.
  package internal(set) var count = 0
  /// Bytes that fit before the block has to grow.
  package private(set) var capacity: Int
  /// Why what was written is no answer: it is larger than it may be, or there is no memory for it.
  package private(set) var overflow = MemoryOverflow.none
  /// Where the last text is that is another each time that the same page is made.
  package private(set) var passing = 0..<0
  private let limit: Int
  /// Held by one reference from `init` to `deinit` or `take`.
  private let budget: Unmanaged<MemoryBudget>?
  private var charged = 0

  /// An empty sink with room for `capacity` bytes.
  /// - Parameters:
  ///   - limit: how many bytes may be written.
  ///   - budget: what the memory is taken from.
  package init(capacity: Int = 32 * 1024, limit: Int = .max, budget: MemoryBudget? = nil) {
    let bytes = max(capacity, 64)
    guard let block = malloc(bytes) else { preconditionFailure("out of memory") }
    base = block.assumingMemoryBound(to: UInt8.self)
    self.capacity = bytes
    self.limit = limit
    self.budget = budget.map { .passRetained($0) }
    charge(bytes)
  }

  /// An empty sink in a block that someone else made with `malloc` and gives up by this call.
  /// - Parameters:
  ///   - limit: how many bytes may be written.
  ///   - budget: what the memory is taken from.
  package init(
    adopting block: (bytes: UnsafeMutableRawPointer, capacity: Int), limit: Int = .max, budget: MemoryBudget? = nil
  ) {
    base = block.bytes.assumingMemoryBound(to: UInt8.self)
    capacity = block.capacity
    self.limit = limit
    self.budget = budget.map { .passRetained($0) }
    charge(block.capacity)
  }

  deinit {
    free(base)
    budget?.takeUnretainedValue().giveBack(charged)
    budget?.release()
  }

  /// Whether it is no use to write on: what there is will not be sent.
  @inline(__always) package var isFull: Bool { overflow != .none }

  /// Forgets what was written and keeps the room.
  package mutating func removeAll() { count = 0 }

  /// Forgets what was written behind the first `count` bytes. Nothing happens if there are fewer.
  package mutating func truncate(to count: Int) { self.count = min(self.count, max(count, 0)) }

  /// Notes that what was written from `start` on is another text each time that the same page is made.
  package mutating func notePassing(from start: Int) { passing = start..<max(start, count) }

  /// Hands the block to a new owner, who must `free` it, or bring it back through `init(adopting:)`, and keeps the share of the budget as
  /// long as the block.
  package consuming func take() -> (bytes: UnsafeMutableRawPointer, count: Int, capacity: Int, share: MemoryShare?) {
    let share = budget.map { MemoryShare(of: $0.takeRetainedValue(), takenOver: charged) }
    let taken = (bytes: UnsafeMutableRawPointer(base), count: count, capacity: capacity, share: share)
    discard self
    return taken
  }

  /// Gives room back that nothing was written to, where it is much.
  package mutating func shrink() {
    let smaller = max(count, 64)
    guard capacity - smaller > 64 * 1024, let block = realloc(base, smaller) else { return }
    base = block.assumingMemoryBound(to: UInt8.self)
    // The reference held here keeps the budget for the call.
    let returned = min(capacity - smaller, charged)
    budget?.takeUnretainedValue().giveBack(returned)
    charged -= returned
    capacity = smaller
  }

  /// What was written. The pointer is valid inside `body` alone.
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    try body(UnsafeBufferPointer(start: base, count: count))
  }

  /// What was written, as a string. Copies.
  package var string: String { withBytes { String(decoding: $0, as: UTF8.self) } }

  /// The last byte written.
  var lastByte: UInt8? { count > 0 ? base[count - 1] : nil }

  @inline(__always) mutating func reserve(_ extra: Int) {
    if _slowPath(count &+ extra > capacity) { grow(extra) }
  }

  @inline(never) private mutating func grow(_ extra: Int) {
    let needed = count + extra
    if needed > limit, overflow == .none { overflow = .limit }
    // Beyond the limit only what has to be there is made room for, until whoever writes looks.
    let larger = isFull ? needed : max(needed, min(capacity * 2, limit))
    charge(larger - capacity)
    guard let block = realloc(base, larger) else { preconditionFailure("out of memory") }
    base = block.assumingMemoryBound(to: UInt8.self)
    capacity = larger
  }

  private mutating func charge(_ bytes: Int) {
    // The reference held here keeps the budget for the call.
    guard let budget, !isFull else { return }
    if budget.takeUnretainedValue().take(bytes) { charged += bytes } else { overflow = .budget }
  }
}

extension ByteSink {
  /// Says what is wrong with an answer that is larger than it may be, or for which there is no memory.
  /// - Throws: `TableError.badRequest` or `TableError.busy`.
  package func checkSize() throws(TableError) {
    switch overflow {
    case .none: return
    case .budget: throw MemoryBudget.shortage
    case .limit:
      throw .badRequest(
        "The response exceeds the limit of \(limit >> 20) MB: request fewer rows (_size), fewer columns (_col), or a stream (.csv or .ndjson with _stream=on)."
      )
    }
  }

  /// How many bytes of a long value are written before the sink is asked whether it is full.
  static let pieceBytes = 16 * 1024

  /// Cuts a long text into pieces between characters, and hands them on as long as there is room. Broken sequences are told from the pieces
  /// as they are from the whole: a piece ends before a byte that begins a character, or that can't belong to any.
  mutating func inPieces(
    _ bytes: UnsafeBufferPointer<UInt8>, _ write: (inout ByteSink, UnsafeBufferPointer<UInt8>) -> Void
  ) {
    var start = 0
    while start < bytes.count, !isFull {
      var end = min(start + Self.pieceBytes, bytes.count)
      if end < bytes.count {
        // Continuation bytes are 10xxxxxx (RFC 3629 section 3), three at most.
        for back in 0..<4 where bytes[end - back] & 0xC0 != 0x80 {
          end -= back
          break
        }
      }
      // Within `bytes`, which the caller keeps for the call.
      write(&self, UnsafeBufferPointer(rebasing: bytes[start..<end]))
      start = end
    }
  }
}
