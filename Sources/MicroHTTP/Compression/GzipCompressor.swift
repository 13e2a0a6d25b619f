internal import CZlib
internal import Glibc
internal import Synchronization

/// Compresses whole bodies with gzip (RFC 1952), with working memory that is kept from one to the next.
final class GzipCompressor: Sendable {
  private let level: Int32
  private let idle = Mutex<[GzipStream]>([])

  init(level: Int) { self.level = Int32(min(max(level, 1), 9)) }

  /// The compressed bytes, or nil where compression does not make them fewer.
  /// - Parameter kept: what the original keeps, which the compressed form keeps too.
  func compress(_ bytes: UnsafeRawBufferPointer, keeping kept: (any AnyObject & Sendable)? = nil) -> AdoptedBuffer? {
    guard let stream = idle.withLock({ $0.popLast() }) ?? GzipStream(level: level) else { return nil }
    defer { idle.withLock { if $0.count < 8 { $0.append(stream) } } }
    // One byte fewer than the original: what does not fit does not pay.
    guard bytes.count > 1, let block = malloc(bytes.count - 1) else { return nil }
    guard let count = stream.compress(bytes, into: UnsafeMutableRawBufferPointer(start: block, count: bytes.count - 1))
    else {
      free(block)
      return nil
    }
    // Most of the block was not needed.
    return AdoptedBuffer(realloc(block, count) ?? block, count: count, capacity: count, pool: nil, keeping: kept)
  }
}

/// zlib's state for one stream at a time.
///
/// Unchecked: a compressor hands it to one caller at a time. The state is on the heap because zlib keeps its address.
private final class GzipStream: @unchecked Sendable {
  private let state = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

  init?(level: Int32) {
    state.initialize(to: z_stream())
    // 15 bits of window, 16 more for gzip's own header and trailer; 8 is zlib's usual memory level.
    let made = deflateInit2_(
      state, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard made == Z_OK else {
      state.deallocate()
      return nil
    }
  }

  deinit {
    deflateEnd(state)
    state.deallocate()
  }

  /// Compresses in one go; nil if the target is too small.
  func compress(_ bytes: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) -> Int? {
    guard bytes.count <= Int(UInt32.max), deflateReset(state) == Z_OK else { return nil }
    // zlib only reads its input; its C declaration lacks the const.
    state.pointee.next_in = UnsafeMutablePointer(
      mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
    state.pointee.avail_in = UInt32(bytes.count)
    state.pointee.next_out = target.baseAddress?.assumingMemoryBound(to: UInt8.self)
    state.pointee.avail_out = UInt32(target.count)
    guard deflate(state, Z_FINISH) == Z_STREAM_END else { return nil }
    return target.count - Int(state.pointee.avail_out)
  }
}
