import Foundation
import SeededNumbers
import Testing

@testable import FileTables

/// Ends of lines in any mixture.
@Suite struct LineEndTests {
  @Test(arguments: ["\n", "\r\n"])
  func aLastLineMayEndOtherwiseThanTheOthers(lastEnd: String) throws {
    let reading = try Reading.csv(Array("a,b\r1,2\r3,4\(lastEnd)".utf8))
    #expect(reading.records == [["1", "2"], ["3", "4"]])
    #expect(reading.lines == [2, 3])
    #expect(reading.problems == [])
  }

  @Test func linesEndInAnyMixture() throws {
    let reading = try Reading.csv(
      Array("a,b\r\n1,\"x\ry\"\r2,\"x\r\ny\nz\"\n3,\"\r\"\r\r\n4,\n\r5,\"\"\r\n6,7".utf8), piece: 64, chunk: 1)
    #expect(
      reading.records == [
        ["1", "x\ry"], ["2", "x\r\ny\nz"], ["3", "\r"], ["4", nil], ["5", ""], ["6", "7"],
      ])
    #expect(reading.lines == [2, 4, 7, 10, 12, 13])
    #expect(reading.problems == [])
  }

  @Test func aLateLineFeedBehindManyCarriageReturnsEndsOneLine() throws {
    let rows = (0..<60_000).map { "\($0),x\r" }.joined()
    let reading = try Reading.csv(Array("a,b\r\(rows)9,z\n".utf8))
    #expect(reading.records.count == 60_001)
    #expect(reading.records.last == ["9", "z"])
  }

  @Test func whatSaysTheDelimiterMayEndInAnyWay() throws {
    for end in ["\n", "\r", "\r\n"] {
      let reading = try Reading.csv(Array("sep=;\(end)a;b\(end)1,5;2\(end)".utf8))
      #expect(reading.records == [["1,5", "2"]])
      #expect(reading.lines == [3])
    }
  }

  @Test func aLineThatIsTooLongEndsInAnyWay() throws {
    let limit = FileLimits.recordByteCount
    let long = String(repeating: "x", count: limit + Thoroughness.rounds(limit, quickly: 10_000))
    for end in ["\n", "\r", "\r\n"] {
      let bytes = Array("a,b\(end)1,2\(end)\(long),3\(end)4,5\(end)x\(end)".utf8)
      for chunk in Thoroughness.some([4093, .max]) {
        let reading = try Reading.csv(bytes, piece: 4096, chunk: chunk)
        #expect(reading.records == [["1", "2"], ["4", "5"], ["x", nil]])
        #expect(reading.problems.map(\.line) == [3, 5])
      }
    }
  }

  @Test func linesOfJSONEndInAnyMixture() throws {
    let text = "{\"a\": 1}\r{\"a\": 2}\r\n{\"a\": }\r\n\r{\"a\": 4}\n{\"a\":\r5}\r"
    for chunk in [1, 3, .max] {
      let reading = try Reading.json(Array(text.utf8), isLines: true, piece: 16, chunk: chunk)
      #expect(reading.records == [["1"], ["2"], ["4"]])
      #expect(reading.lines == [1, 2, 5])
      #expect(reading.problems.map(\.line) == [3, 6, 7])
    }
    let array = try Reading.json(Array("[{\"a\":\r\n1},\r{\"a\": 2},\n\r{\"a\" 3}]".utf8), piece: 16, chunk: 1)
    #expect(array.lines == [1, 3])
    #expect(array.problems.map(\.line) == [5])
  }

  /// What Python's `csv` reads, which takes any end of a line for one.
  @Test func everyMixtureIsReadAsPythonReadsIt() throws {
    let folder = try Folder()
    var random = SeededGenerator(seed: 13)
    let values = ["1", "x y", "\"a\rb\"", "\"\r\n\"", "\"q\"\"\n\"", "", "\"\"", "é"]
    let texts = (0..<300).map { _ in
      (0..<Int.random(in: 1...12, using: &random)).map { row -> String in
        let record =
          row == 0 ? "a,b,c" : (0..<3).map { _ in values.randomElement(using: &random) ?? "" }.joined(separator: ",")
        return record + (["\n", "\r", "\r\n", "\r\r\n", "\n\r"].randomElement(using: &random) ?? "")
      }.joined()
    }
    try folder.write("texts.json", try JSONEncoder().encode(texts))
    try folder.write(
      "read.py",
      """
      import csv, io, json
      texts = json.load(open("texts.json", encoding="utf-8"))
      read = [[row for row in csv.reader(io.StringIO(text, newline="")) if row] for text in texts]
      json.dump(read, open("read.json", "w", encoding="utf-8"))
      """)
    try folder.run("python3", "read.py")
    let expected = try JSONDecoder().decode(
      [[[String]]].self, from: try Data(contentsOf: URL(fileURLWithPath: folder.path("read.json"))))
    #expect(expected.count == texts.count)
    for (text, rows) in zip(texts, expected) {
      let reading = try Reading.csv(Array(text.utf8), delimiter: UInt8(ascii: ","), piece: 64, chunk: 5)
      #expect(reading.records.map { $0.map { $0 ?? "" } } == Array(rows.dropFirst()), "\(text.debugDescription)")
    }
  }
}
