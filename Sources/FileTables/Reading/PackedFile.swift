internal import CZlib
internal import Glibc

/// The bytes of a file in order, unpacked if it is packed by gzip (RFC 1952), whatever its name.
final class PackedFile: ByteSource {
  private let file: gzFile
  private let name: String
  /// Size of the file as it is on disk, in bytes.
  let byteCount: Int

  /// - Throws: `FileReadError` if there is no such file, or it can't be read.
  init(path: String) throws(FileReadError) {
    name = path.split(separator: "/").last.map(String.init) ?? path
    byteCount = try FileStatus(path: path).byteCount
    // "e" closes it in programs that this one starts.
    guard let opened = gzopen(path, "rbe") else {
      throw FileReadError("The file “\(name)” can't be read: \(String(cString: strerror(errno))).")
    }
    file = opened
    gzbuffer(file, 128 << 10)
  }

  deinit { gzclose_r(file) }

  var position: Int { max(Int(gzoffset(file)), 0) }

  func read(into bytes: inout [UInt8], at start: Int, count: Int) throws(FileReadError) -> Int {
    let count = min(count, bytes.count - start, 1 << 30)
    let result = bytes.withUnsafeMutableBytes { buffer in
      buffer.baseAddress.map { gzread(file, $0 + start, UInt32(count)) } ?? 0
    }
    var code: Int32 = 0
    if result <= 0 { _ = gzerror(file, &code) }
    switch code {
    case Z_OK, Z_STREAM_END: return Int(max(result, 0))
    case Z_BUF_ERROR: throw FileReadError("The gzip file “\(name)” is truncated.")
    case Z_DATA_ERROR: throw FileReadError("The gzip file “\(name)” is damaged.")
    default: throw FileReadError("Reading the file “\(name)” failed.")
    }
  }
}
