internal import Glibc

extension Body.Storage {
  /// All bytes of a body that is not a stream. O(n). Of a file, what can be read.
  var collected: [UInt8] {
    switch self {
    case .empty, .stream: []
    case .text(let text): Array(text.utf8)
    case .bytes(let bytes): bytes
    // The block lives as long as the buffer, which is held here.
    case .adopted(let buffer): Array(UnsafeRawBufferPointer(start: buffer.bytes, count: buffer.count))
    case .prepared(let prepared): prepared.source.body.storage.collected
    case .file(let file):
      [UInt8](unsafeUninitializedCapacity: file.count) { buffer, count in
        while count < file.count {
          let rest = UnsafeMutableBufferPointer(rebasing: buffer[count...])
          let number = pread(file.descriptor, rest.baseAddress, file.count - count, file.offset + count)
          guard number > 0 else { return }
          count += number
        }
      }
    }
  }
}
