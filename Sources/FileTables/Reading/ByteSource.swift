/// Bytes that come one piece after the other: those of a file, or any that are at hand.
protocol ByteSource: AnyObject {
  /// How far they have been read, and how many there are, as they are stored.
  var position: Int { get }
  var byteCount: Int { get }
  /// Reads up to `count` bytes into an array, from a place in it on.
  /// - Returns: how many; 0 behind the last and nowhere else.
  /// - Throws: `FileReadError` if what follows can't be read.
  func read(into bytes: inout [UInt8], at start: Int, count: Int) throws(FileReadError) -> Int
}

/// Bytes in memory, handed out in pieces of any size.
final class BytesInMemory: ByteSource {
  private let bytes: [UInt8]
  private let chunkByteCount: Int
  private(set) var position = 0

  /// - Parameter chunkByteCount: how many are handed out at once, at most.
  init(_ bytes: [UInt8], chunkByteCount: Int = .max) {
    self.bytes = bytes
    self.chunkByteCount = max(chunkByteCount, 1)
  }

  var byteCount: Int { bytes.count }

  func read(into target: inout [UInt8], at start: Int, count: Int) -> Int {
    let count = min(count, target.count - start, chunkByteCount, bytes.count - position)
    for offset in 0..<count { target[start + offset] = bytes[position + offset] }
    position += count
    return count
  }
}
