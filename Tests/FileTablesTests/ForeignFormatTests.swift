import Testing

@testable import FileTables

/// Files that are no text, or whose encoding nothing but their bytes tells.
@Suite struct ForeignFormatTests {
  @Test(
    arguments: [
      ([0x50, 0x4B, 3, 4, 20, 0], "Excel or LibreOffice"),
      ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], "old Excel"),
      (Array("PAR1xyz".utf8), "Parquet"), (Array("ARROW1".utf8), "Arrow"), (Array("%PDF-1.7".utf8), "PDF"),
      (Array("SQLite format 3\0".utf8), "SQLite"), ([0x28, 0xB5, 0x2F, 0xFD, 1], "Zstandard"),
      (Array("BZh9".utf8) + [0x31, 0x41, 0x59, 0x26, 0x53, 0x59], "bzip2"),
      ([0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0], "UTF-32"),
      ([0x61, 0, 0, 0, 0x2C, 0, 0, 0, 0x62, 0, 0, 0, 0x0A, 0, 0, 0], "UTF-32"),
    ] as [([UInt8], String)])
  func filesThatAreNoTextAreRefusedByTheirFormat(bytes: [UInt8], format: String) {
    for isJSON in [false, true] {
      let error = #expect(throws: FileReadError.self) {
        _ = isJSON ? try Reading.json(bytes) : try Reading.csv(bytes)
      }
      #expect(error?.description.contains(format) == true)
      #expect(error?.description.contains("CSV, TSV, JSON and NDJSON") == true)
    }
  }

  @Test(arguments: ["PK,name\n1,x\n", "BZh9,a\n1,2\n", "PAR,a\n1,2\n", "Obj,a\n1,2\n"])
  func textsThatBeginAlikeAreRead(text: String) throws {
    #expect(try Reading.csv(Array(text.utf8)).records.count == 1)
  }

  @Test(arguments: [false, true]) func utf16WithoutItsMarkIsReadAsSuch(isBigEndian: Bool) throws {
    let text = "name,city\nZoë,Łódź\n" + (0..<50).map { "Ann \($0),Berlin\n" }.joined()
    let bytes = text.utf16.flatMap { unit in
      let halves = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      return isBigEndian ? halves.reversed() : halves
    }
    let reading = try Reading.csv(bytes)
    #expect(reading.records.first == ["Zoë", "Łódź"] && reading.records.count == 51 && reading.problems.isEmpty)
  }

  @Test func zerosInATextOfUTF8ChangeNothing() throws {
    #expect(try Reading.csv(Array("a,b\n1,\0\n2,\0\n3,\0\n".utf8)).records.count == 3)
  }
}
