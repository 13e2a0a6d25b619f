import Foundation
import SeededNumbers
import Testing

@testable import FileTables

@Suite struct CSVReaderTests {
  let folder: Folder
  init() throws { folder = try Folder() }

  private func read(_ text: String, piece: Int = 256 << 10) throws -> Reading {
    try Reading.csv(try folder.write("a.csv", text), piece: piece)
  }

  /// The examples of RFC 4180 section 2, by number.
  @Test(arguments: [
    "aaa,bbb,ccc\r\nzzz,yyy,xxx\r\n", "aaa,bbb,ccc\r\nzzz,yyy,xxx", "\"aaa\",\"bbb\",\"ccc\"\r\nzzz,yyy,xxx",
  ])
  func theStandardsExamplesAreOneTable(text: String) throws {
    let reading = try read(text)
    #expect(reading.found == [FoundTable(name: nil, columns: ["aaa", "bbb", "ccc"])])
    #expect(reading.records == [["zzz", "yyy", "xxx"]])
    #expect(reading.problems == [])
  }

  @Test func theStandardsQuotedExamplesKeepLinesAndQuotes() throws {
    let lines = try read("a,b,c\r\n\"aaa\",\"b CRLF\r\nbb\",\"ccc\"\r\nzzz,yyy,xxx\r\n")
    #expect(lines.records == [["aaa", "b CRLF\r\nbb", "ccc"], ["zzz", "yyy", "xxx"]])
    #expect(lines.lines == [2, 4])
    let quotes = try read("a,b,c\n\"aaa\",\"b\"\"bb\",\"ccc\"\n")
    #expect(quotes.records == [["aaa", "b\"bb", "ccc"]])
  }

  @Test(arguments: [",", ";", "\t", "|"])
  func theDelimiterIsFoundOut(delimiter: String) throws {
    let rows = [["name", "note", "price"], ["pen", "a, b; c", "1"], ["ink", "x|y", "2"], ["cap", "z", "3"]]
    let text = rows.map { row in row.map { "\"\($0)\"" }.joined(separator: delimiter) + "\n" }.joined()
    let reading = try read(text)
    #expect(reading.found[0].columns == rows[0])
    #expect(reading.records == rows.dropFirst().map { $0 })
  }

  /// What stands in every value below, but not between the names, separates nothing.
  @Test(arguments: [
    "name;price\npen;1,5\nink;2,25\n", "name;price;size\npen;1,5;2,1\nink;2,25;3,0\ncap;7,0;1,1\n",
    "name|list\npen|a, b, c\nink|d, e, f\n", "name\tlist\npen\ta; b\nink\td; e\n",
  ])
  func theDelimiterStandsBetweenTheNamesToo(text: String) throws {
    let reading = try read(text)
    #expect(reading.found[0].columns.count == text.split(separator: "\n")[0].split { ";|\t".contains($0) }.count)
    #expect(reading.found[0].columns.first == "name" && reading.problems == [])
  }

  @Test func aFewNamesAboveManyNumbersWithCommasAreEnough() throws {
    let rows = (0..<30).map { "Apfel\($0);\($0),50\n" }.joined()
    let reading = try read("Name;Preis\n" + rows)
    #expect(reading.found[0].columns == ["Name", "Preis"] && reading.records.count == 30 && reading.problems == [])
    // Also where the first value is longer than what is looked at.
    let long = try read("a;b\n1;\"" + String(repeating: "x, y\n", count: 60_000) + "\"\n2;z\n")
    #expect(long.found[0].columns == ["a", "b"] && long.records.count == 2)
  }

  @Test func namesLongerThanAPieceAreNames() throws {
    let names = (0..<5).map { "name\($0) " + String(repeating: "x", count: 60_000) }
    let reading = try read(names.joined(separator: ";") + "\n0;1;2;3;4\n")
    #expect(reading.found[0].columns.count == 5 && reading.records == [["0", "1", "2", "3", "4"]])
  }

  @Test(arguments: ["nan", "inf", "infinity", "0x1F"])
  func wordsThatAreNumbersToComputersAreNames(name: String) throws {
    #expect(try read("name,\(name)\na,b\nc,d\n").found[0].columns == ["name", name])
  }

  /// Whoever forgets to double a quote loses no line behind it.
  @Test(arguments: [256 << 10, 16])
  func aQuoteThatIsNotDoubledDoesNotReachBeyondItsLine(piece: Int) throws {
    let bytes = Array("a,b\n1,\"x\"y\n2,z\n3,\"w\"\n4,\"v\n v\"\n".utf8)
    let reading = try Reading.csv(bytes, piece: piece)
    #expect(reading.records == [["1", "\"x\"y"], ["2", "z"], ["3", "w"], ["4", "v\n v"]])
    #expect(reading.problems.map(\.line) == [2])
  }

  @Test func whatIsTooLongIsSkippedAsOneAndAllElseKept() throws {
    let line = "1," + String(repeating: "x", count: FileLimits.recordByteCount + 100) + "\n"
    let lines = try read("a,b\n" + line + line + line + "2,y\n")
    #expect(lines.records == [["2", "y"]] && lines.problems.map(\.line) == [2, 3, 4])
    let text = String(repeating: "line of text\n", count: 90_000)
    let quoted = try read("a,b\n1,\"\(text)\"\n3,ok\n")
    #expect(quoted.records == [["3", "ok"]] && quoted.problems.count == 1 && quoted.lines == [90_003])
    // A long value that is allowed is found behind any number of long lines.
    let value = String(repeating: "abc\n", count: 3_000)
    let mixed = try read("a,b\n" + String(repeating: line, count: 7) + "2,\"\(value)\"\n")
    #expect(mixed.records == [["2", value]] && mixed.problems.count == 7)
  }

  @Test func yearsInARowAreNamesAboveAnyNumbers() throws {
    let wide = try read("country,1990,1991,1992\nAustria,1000,2000,3000\nPeru,4,5,6\n")
    #expect(wide.found[0].columns == ["country", "1990", "1991", "1992"])
    #expect(wide.records.count == 2)
    // Seasons are data, and so are years that stand apart.
    #expect(try read("winter,1990,1991\nsummer,1991,1992\n").records.count == 2)
    #expect(try read("a,1990,1995\nb,1991,1999\n").records.count == 2)
  }

  @Test func aSpreadsheetMaySayTheDelimiter() throws {
    let reading = try read("sep=;\r\na;b\r\n1,5;2\r\n")
    #expect(reading.found[0].columns == ["a", "b"])
    #expect(reading.records == [["1,5", "2"]])
    #expect(reading.lines == [3])
  }

  /// Offices put titles and remarks above the names of their columns.
  @Test(arguments: [
    "Population by town\n\nSource: the census\ntown,people,year\nOslo,7,2020\nBergen,3,2020\n",
    "Population by town,,\n,,\nSource: the census,,\ntown,people,year\nOslo,7,2020\nBergen,3,2020\n",
    "\"Population, by town\"\r\n\r\nSource: the census\r\ntown,people,year\r\nOslo,7,2020\r\nBergen,3,2020\r\n",
    "# made, by hand\n\n# Source: the census\ntown,people,year\nOslo,7,2020\nBergen,3,2020\n",
  ])
  func titlesAboveTheHeaderAreNoRows(text: String) throws {
    for piece in [256, 256 << 10] {
      let reading = try read(text, piece: piece)
      #expect(reading.found[0].columns == ["town", "people", "year"])
      #expect(reading.records == [["Oslo", "7", "2020"], ["Bergen", "3", "2020"]])
      #expect(reading.lines == [5, 6])
      // They aren't lost: the problems of the file tell them, with their lines.
      #expect(reading.problems.map(\.line) == [1, 3])
      #expect(reading.problems.allSatisfy { $0.message == "The line is above the header; it is no row." })
      #expect(reading.problems[1].text.contains("Source: the census"))
    }
  }

  /// Where there is any doubt, lines are data.
  @Test(arguments: [
    // Names that lack their first lines' values.
    ("a,b\n1,\n2,x\n3,y\n", ["a", "b"], 3), ("1,\n2,x\n3,y\n", ["column_1", "column_2"], 3),
    // One column of texts, and one line of two values.
    ("title\nfirst\nsecond, and more\nthird\n", ["title"], 3),
    // Names with a mark, a name that lacks, and no line below.
    ("#id,name\n1,x\n2,y\n", ["#id", "name"], 2), ("title\na,\n1,2\n3,4\n", ["title"], 3),
    ("title\na,b\n", ["title"], 1),
  ])
  func whatMayBeDataIsData(text: String, columns: [String], rows: Int) throws {
    let reading = try read(text)
    #expect(reading.found[0].columns == columns, "\(text)")
    #expect(reading.records.count == rows, "\(text)")
  }

  @Test func everyEncodingIsTheSameText() throws {
    let text = "name,city\nZoë,Kraków\nJosé,“Łódź” 🙂\n"
    let latin = "name,city\nZoë,“Paris”\n"
    var expected = try read(text).records
    #expect(expected == [["Zoë", "Kraków"], ["José", "“Łódź” 🙂"]])
    let encodings: [(String.Encoding, [UInt8])] = [
      (.utf8, [0xEF, 0xBB, 0xBF]), (.utf16LittleEndian, [0xFF, 0xFE]), (.utf16BigEndian, [0xFE, 0xFF]),
    ]
    for (encoding, mark) in encodings {
      let path = try folder.write("b.csv", mark + Array(try #require(text.data(using: encoding))))
      for piece in [7, 64, 1 << 18] {
        let reading = try Reading.csv(path, piece: max(piece, 24))
        #expect(reading.records == expected, "\(encoding) \(piece)")
        #expect(reading.found[0].columns == ["name", "city"])
      }
    }
    expected = [["Zoë", "“Paris”"]]
    let path = try folder.write("c.csv", try #require(latin.data(using: .windowsCP1252)))
    #expect(try Reading.csv(path).records == expected)
  }

  @Test func aLateForeignCharacterIsReportedAndKept() throws {
    var bytes = Array("a,b\n".utf8)
    for number in 0..<40_000 { bytes += Array("zoë \(number),x\n".utf8) }
    bytes += [0x63, 0x61, 0x66, 0xE9, 0x2C, 0x79, 0x0A]
    let reading = try Reading.csv(try folder.write("a.csv", bytes))
    #expect(reading.records.last == ["café", "y"])
    #expect(reading.problems.map(\.line) == [40_002])
  }

  @Test func aHeaderWithAForeignCharacterLeavesTheNextLineAlone() throws {
    let reading = try Reading.csv([0xEF, 0xBB, 0xBF, 0xE9] + Array(",b\nx,y\n".utf8))
    #expect(reading.found[0].columns == ["é", "b"])
    #expect(reading.records == [["x", "y"]])
    #expect(reading.problems.map(\.line) == [1])
  }

  @Test func linesOfOtherWidthsAreKeptAndReported() throws {
    let reading = try read("a,b,c\n1,2,3\n4,5\n6,7,8,9,\"1\"\"0\"\n\n11,12,13\n")
    #expect(reading.records == [["1", "2", "3"], ["4", "5", nil], ["6", "7", "8,9,1\"0"], ["11", "12", "13"]])
    #expect(reading.problems.map(\.line) == [3, 4])
    #expect(reading.problems[0].message.contains("2 of 3"))
    #expect(reading.problems[1].message.contains("5 values for 3"))
  }

  @Test func emptyValuesTooManyAreDropped() throws {
    let reading = try read("a,b\n1,2,\n3,4,,\"\",\n5,6,,x,\n7,\n,,,\n")
    #expect(reading.records == [["1", "2"], ["3", "4"], ["5", "6,,x"], ["7", nil], [nil, nil]])
    #expect(reading.problems.map(\.line) == [4])
    #expect(reading.problems[0].message.contains("4 values for 2 columns"))
  }

  @Test func aQuoteThatNobodyClosesCostsItsLineAlone() throws {
    let reading = try read("a,b\n1,\"open\n2,y\n3,z\n")
    #expect(reading.records == [["1", "\"open"], ["2", "y"], ["3", "z"]])
    #expect(reading.problems.map(\.line) == [2])
  }

  @Test func manyQuotesThatNobodyClosesCostTheirLinesAlone() throws {
    let count = 20_000
    let reading = try read(
      "size,b\n" + (0..<count).map { "\"\($0) inches,x\n" }.joined() + "1,\(String(repeating: "y", count: 100_000))\n")
    #expect(reading.records.count == count + 1)
    #expect(reading.records[7] == ["\"7 inches", "x"])
    #expect(reading.problems.count == count)
  }

  @Test func aQuoteClosesBeforeAnyNumberOfSpaces() throws {
    let bytes = Array("a,b\n\"x\"\(String(repeating: " ", count: 200)),y\n".utf8)
    let reading = try Reading.csv(bytes, piece: 16, chunk: 3)
    #expect(reading.records == [["x", "y"]])
    #expect(reading.problems == [])
  }

  @Test func whatMayStandInAnyValueIsNoDelimiter() throws {
    #expect(try read("sep=\"\na,b\n\"x\",2\n").records.last == ["x", "2"])
    #expect(try read("sep= \n\"a\" \"b\"\n1 \"2 \"\n").records == [["1", "2 "]])
  }

  @Test func aQuoteThatIsNotDoubledIsACharacter() throws {
    let reading = try read("size,b\n\"5\" screen\",x\n\"7\" ,y\n5\" pipe,z\n")
    #expect(reading.records == [["5\" screen", "x"], ["7", "y"], ["5\" pipe", "z"]])
    #expect(reading.problems.map(\.line) == [2])
  }

  @Test func nothingIsNullAndQuotedNothingIsText() throws {
    #expect(try read("a,b,c\n,\"\",x\n").records == [[nil, "", "x"]])
  }

  @Test func namesOfColumnsAreMadeUpWhereTheyLack() throws {
    #expect(try read("a,,A, b \n1,2,3,4\n").found[0].columns == ["a", "column_2", "A_2", "b"])
    #expect(try read("a\0b,\0\n1,2\n").found[0].columns == ["ab", "column_2"])
    let numbers = try read("1,2.5,x\n3,4.5,y\n")
    #expect(numbers.found[0].columns == ["column_1", "column_2", "column_3"])
    #expect(numbers.records.count == 2)
    let years = try read("country,2019,2020\nAT,12345,2\nIS,3,4\n")
    #expect(years.found[0].columns == ["country", "2019", "2020"])
  }

  @Test(arguments: ["", "\n", "\r\n", "a", "a\n", ",", "\"", "\"\"", "\u{FEFF}"])
  func hardlyAnythingIsNoFailure(text: String) throws {
    let reading = try read(text)
    #expect(reading.records.allSatisfy { $0.count == reading.found[0].columns.count })
  }

  @Test func oldCarriageReturnsEndLines() throws {
    #expect(try read("a,b\r1,2\r3,4").records == [["1", "2"], ["3", "4"]])
  }

  @Test func aLineBeyondEveryBoundIsLeftOutAndReported() throws {
    let long = String(repeating: "x", count: FileLimits.recordByteCount * 2)
    let reading = try read("a,b\n1,2\n\(long),3\n4,5\n")
    #expect(reading.records == [["1", "2"], ["4", "5"]])
    #expect(reading.problems.map(\.line) == [3])
    #expect(reading.problems.first?.text.utf8.count == LineProblem.excerptByteCount)
  }

  @Test func whatWasWrittenIsRead() throws {
    var random = SeededGenerator(seed: 4180)
    let pieces = ["a", "ß", "🙂", "\"", "\"\"", ",", ";", "\n", "\r\n", " ", "=1", "0", "007", "\t", "'", "\\", "é"]
    for round in 0..<400 {
      let width = Int.random(in: 2...6, using: &random)
      let delimiter = [",", ";", "\t", "|"].randomElement(using: &random) ?? ","
      let rows = (0..<Int.random(in: 0...30, using: &random)).map { _ in
        (0..<width).map { _ -> String? in
          Int.random(in: 0..<8, using: &random) == 0
            ? nil
            : (0..<Int.random(in: 0...5, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
              .joined()
        }
      }
      let header = (1...width).map { "name\($0)" }
      let lineEnd = Bool.random(using: &random) ? "\r\n" : "\n"
      let text = ([header.map(Optional.some)] + rows).map { row in
        row.map { $0.map { "\"" + $0.replacingOccurrences(of: "\"", with: "\"\"") + "\"" } ?? "" }
          .joined(separator: delimiter) + lineEnd
      }.joined()
      // Small pieces cut records at every place.
      let path = try folder.write("p.csv", text)
      let piece = [4096, 1 << 18].randomElement(using: &random) ?? 4096
      let reading = try Reading.csv(path, delimiter: delimiter.utf8.first, piece: piece)
      try #require(reading.records == rows, "round \(round): \(text)")
      try #require(reading.problems == [], "round \(round)")
      try #require(reading.found[0].columns == header)
    }
  }

  @Test func anyBytesAtAllEndInRecordsAndReports() throws {
    var random = SeededGenerator(seed: 7)
    let likely = Array(",;\t|\"\"\n\r ab1\u{0}".utf8) + [0xFF, 0xC3, 0xA9, 0xEF, 0xBB, 0xBF]
    for _ in 0..<Thoroughness.rounds(1500, quickly: 400) {
      let bytes = (0..<Int.random(in: 0...300, using: &random)).map { _ in
        Bool.random(using: &random)
          ? likely.randomElement(using: &random) ?? 0 : UInt8.random(in: .min ... .max, using: &random)
      }
      let whole = try Reading.csv(bytes, piece: 64)
      #expect(whole.records.allSatisfy { $0.count == whole.found[0].columns.count })
      // However few bytes come at once.
      for chunk in [1, 2, 7] { #expect(try Reading.csv(bytes, piece: 64, chunk: chunk) == whole) }
    }
  }
}
