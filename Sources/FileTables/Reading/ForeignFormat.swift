/// Formats that are no text, whatever a file's name says: read as text they would become tables of rubbish.
enum ForeignFormat {
  /// What files of a format begin with, and what they are.
  private static let signatures: [(bytes: [UInt8], name: String)] = [
    // PKWARE's specification of ZIP, section 4.3.7: workbooks of today's Excel and LibreOffice are archives.
    (Array("PK\u{3}\u{4}".utf8), "an Excel or LibreOffice workbook, or another ZIP archive"),
    ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], "an old Excel workbook"),
    (Array("PAR1".utf8), "a Parquet file"), (Array("ARROW1".utf8), "an Arrow file"),
    (Array("Obj\u{1}".utf8), "an Avro file"), (Array("%PDF-".utf8), "a PDF document"),
    (Array("SQLite format 3\0".utf8), "an SQLite database; its name has to end in .sqlite or .db"),
    // RFC 8878 section 3.1.1, the .xz file format section 2.1.1.1, and the block header of bzip2 behind its level.
    ([0x28, 0xB5, 0x2F, 0xFD], "packed by Zstandard"), ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "packed by xz"),
    // Unicode 16.0 section 23.8.
    ([0xFF, 0xFE, 0, 0], utf32), ([0, 0, 0xFE, 0xFF], utf32),
  ]
  private static let utf32 = "UTF-32"

  /// - Throws: `FileReadError` if a file that begins with these bytes is of such a format.
  static func check(_ bytes: ArraySlice<UInt8>) throws(FileReadError) {
    guard let found = signatures.first(where: { bytes.starts(with: $0.bytes) })?.name ?? unsigned(bytes) else { return }
    throw FileReadError(
      "This is \(found). CSV, TSV, JSON and NDJSON in UTF-8, UTF-16 or Windows-1252 are read, also packed by gzip.")
  }

  private static func unsigned(_ bytes: ArraySlice<UInt8>) -> String? {
    if bytes.starts(with: "BZh".utf8), bytes.dropFirst(4).starts(with: [0x31, 0x41, 0x59, 0x26, 0x53, 0x59]) {
      return "packed by bzip2"
    }
    // Three of four bytes of most characters are zeros.
    let start = bytes.prefix(1_024), zeros = start.count { $0 == 0 }
    return start.count >= 8 && zeros * 3 >= start.count * 2 && zeros < start.count ? utf32 : nil
  }
}
