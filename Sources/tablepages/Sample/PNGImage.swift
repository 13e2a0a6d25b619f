/// A picture of palette colours, as a PNG file (PNG specification, third edition) whose pixels are stored, not compressed.
struct PNGImage {
  let width: Int
  let height: Int
  /// Red, green and blue of each colour; 256 at most.
  let palette: [SIMD3<UInt8>]
  /// The number of a colour for each pixel, row by row.
  var pixels: [UInt8]

  init(width: Int, height: Int, palette: [SIMD3<UInt8>]) {
    self.width = width
    self.height = height
    self.palette = palette
    pixels = Array(repeating: 0, count: width * height)
  }

  /// The colour at a place; places outside of the picture are ignored.
  subscript(column: Int, row: Int) -> UInt8 {
    get { (0..<width).contains(column) && (0..<height).contains(row) ? pixels[row * width + column] : 0 }
    set {
      if (0..<width).contains(column), (0..<height).contains(row) { pixels[row * width + column] = newValue }
    }
  }

  /// The bytes of the file.
  var file: [UInt8] {
    var rows: [UInt8] = []
    for row in 0..<height { rows += [0] + pixels[row * width..<(row + 1) * width] }
    let header = Self.bigEndian(UInt32(width)) + Self.bigEndian(UInt32(height)) + [8, 3, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", header)
      + Self.chunk("PLTE", palette.flatMap { [$0.x, $0.y, $0.z] })
      + Self.chunk("IDAT", Self.stored(rows)) + Self.chunk("IEND", [])
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let checked = Array(name.utf8) + data
    return bigEndian(UInt32(data.count)) + checked + bigEndian(cyclicRedundancyCheck(checked))
  }

  /// A zlib stream (RFC 1950) of stored blocks (RFC 1951, section 3.2.4).
  private static func stored(_ data: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let end = min(start + 0xFFFF, data.count)
      let length = UInt16(end - start)
      let isLast: UInt8 = end == data.count ? 1 : 0
      stream += [isLast, UInt8(length & 0xFF), UInt8(length >> 8), UInt8(~length & 0xFF), UInt8(~length >> 8)]
      stream += data[start..<end]
      start = end
    } while start < data.count
    var low: UInt32 = 1
    var high: UInt32 = 0
    for byte in data {
      low = (low + UInt32(byte)) % 65521
      high = (high + low) % 65521
    }
    return stream + bigEndian(high << 16 | low)
  }

  private static func cyclicRedundancyCheck(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { check, byte in crcTable[Int((check ^ UInt32(byte)) & 0xFF)] ^ (check >> 8) }
  }

  private static let crcTable: [UInt32] = (0..<256).map { number in
    (0..<8).reduce(UInt32(number)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    [UInt8(number >> 24), UInt8(number >> 16 & 0xFF), UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)]
  }
}
