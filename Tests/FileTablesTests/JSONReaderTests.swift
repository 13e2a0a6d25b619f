import Foundation
import SeededNumbers
import Testing

@testable import FileTables

@Suite struct JSONReaderTests {
  let folder: Folder
  init() throws { folder = try Folder() }

  private func read(_ text: String, isLines: Bool = false, piece: Int = 256 << 10) throws -> Reading {
    try Reading.json(try folder.write("a.json", text), isLines: isLines, piece: piece)
  }

  @Test(arguments: [false, true]) func numbersThatAreNotFiniteAreNullAndLoseNothingElse(isLines: Bool) throws {
    let rows = [#"{"a":1,"b":"x"}"#, #"{"a":NaN,"b":-Infinity}"#, #"{"a":Infinity,"b":[NaN]}"#, #"{"a":-4,"b":"y"}"#]
    let text = isLines ? rows.joined(separator: "\n") : "[" + rows.joined(separator: ",\n") + "]"
    for chunk in [1, 7, Int.max] {
      let reading = try Reading.json(Array(text.utf8), isLines: isLines, piece: 64, chunk: chunk)
      #expect(reading.records == [["1", "x"], [nil, nil], [nil, "[NaN]"], ["-4", "y"]])
      #expect(reading.problems == [LineProblem(line: 2, "3 values NaN or Infinity, from this line on, read as null.")])
    }
    #expect(try Reading.json(Array(#"[{"a":Nan}]"#.utf8)).problems.count == 1)
  }

  @Test func anArrayOfObjectsIsATable() throws {
    let reading = try read(
      """
      [{"id": 1, "name": "Zo\\u00eb \\ud83d\\ude42", "tags": ["a", {"b": null}], "ok": true},
       {"name": "x\\"\\n", "id": -2.5, "more": {}}, 7, {}]
      """)
    #expect(reading.found == [FoundTable(name: nil, columns: ["id", "name", "tags", "ok", "more", "value"])])
    #expect(
      reading.records == [
        ["1", "Zoë 🙂", "[\"a\", {\"b\": null}]", "true"], ["-2.5", "x\"\n", nil, nil, "{}"],
        [nil, nil, nil, nil, nil, "7"], [nil, nil, nil, nil, nil, nil],
      ])
    #expect(reading.lines == [1, 2, 2, 2])
    #expect(reading.problems == [])
  }

  @Test func anObjectOfArraysIsATableForEach() throws {
    let reading = try read(#"{"version": 3, "users": [{"a": 1}], "empty": [], "tags": ["x", "y"], "by": {"c": 1}}"#)
    #expect(reading.found.map(\.name) == ["users", "empty", "tags", nil])
    #expect(reading.found.map(\.columns) == [["a"], ["value"], ["value"], ["version", "by"]])
    #expect(reading.records == [["1"], ["x"], ["y"], ["3", #"{"c": 1}"#]])
    #expect(reading.tables == [0, 2, 2, 3])
  }

  @Test func linesOfObjectsAreRecords() throws {
    let text = "{\"a\": 1}\n\n{\"a\": \"2\", \"b\": false}\r\n{\"a\": 3"
    for isLines in [true, false] {
      let reading = try read(text, isLines: isLines)
      #expect(reading.records == [["1"], ["2", "false"]], "\(isLines)")
      #expect(reading.problems.map(\.line) == [4])
    }
  }

  @Test func aBrokenLineIsReportedAndTheOthersAreRead() throws {
    let reading = try read("{\"a\": 1}\n{\"a\": }\n[1,]\n{\"a\": 2} x\n{\"a\": 01}\n{\"a\": 3}\n", isLines: true)
    #expect(reading.records == [["1"], ["3"]])
    #expect(reading.problems.map(\.line) == [2, 3, 4, 5])
    #expect(reading.problems[1].text == "[1,]")
  }

  @Test func keysOfBrokenRecordsAreNoColumns() throws {
    let text = "{\"a\": 1}\n{\"b\": 1, \"c\": }\n{\"d\": 2} x\n{\"c\": 3, \"a\": 4}\n{\"e\": "
    let reading = try read(text, isLines: true)
    #expect(reading.found.map(\.columns) == [["a", "c"]])
    #expect(reading.records == [["1"], ["4", "3"]])
    #expect(try read("[{\"a\": 1}, {\"b\": 2, \"c\"").found.map(\.columns) == [["a"]])
  }

  @Test func aBrokenArrayIsReadUpToItsBreak() throws {
    let reading = try read("[{\"a\": 1},\n{\"a\": 2},\n{\"a\" 3},\n{\"a\": 4}]")
    #expect(reading.records == [["1"], ["2"]])
    #expect(reading.problems.map(\.line) == [3])
    #expect(try read("[{\"a\": 1},").problems.count == 1)
    #expect(try read("[{\"a\": 1}] {\"b\"").problems.count == 1)
  }

  @Test func keysThatDifferByCaseAreColumnsOfTheirOwn() throws {
    let reading = try read(#"[{"Name": 1, "name": 2, "": 3, "na\u006de": 4}]"#)
    #expect(reading.found[0].columns == ["Name", "name_2", "column_3", "name_3"])
  }

  @Test func numbersAreReadAsTheyAreWritten() throws {
    let reading = try read("[9223372036854775807, 9223372036854775808, 1.5e3, 0.12345678901234567890, 1e400]")
    #expect(
      reading.records.map { $0.last } == [
        "9223372036854775807", "9223372036854775808", "1.5e3", "0.12345678901234567890", "1e400",
      ])
  }

  @Test func whatIsNotUTF8IsReadAsWindows1252() throws {
    // Said to be UTF-8 by its mark.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let keys = try Reading.json(mark + Array("[{\"caf".utf8) + [0xE9] + Array("\": 1}, {\"café\": 2}]".utf8))
    #expect(keys.found[0].columns == ["café"])
    #expect(keys.records == [["1"], ["2"]])
    #expect(keys.problems.map(\.line) == [1])
    let escaped = try Reading.json(mark + Array("[\"caf\\".utf8) + [0xE9] + Array("\"]".utf8))
    #expect(escaped.records == [["café"]])
    let loose = try Reading.json(mark + Array("{\"name\": \"caf".utf8) + [0xE9] + Array("\", \"rows\": []}".utf8))
    #expect(loose.records == [["café"]])
    #expect(loose.problems.count == 1)
  }

  @Test func halfACharacterInAnEscapeIsTold() throws {
    let reading = try read(#"[{"a": "\ud83d\ude42"},"# + "\n" + #"{"a": "x\ud83d", "b": "\ude42\u00e9"}]"#)
    #expect(reading.records == [["🙂"], ["x\u{FFFD}", "\u{FFFD}é"]])
    #expect(reading.problems.map(\.line) == [2])
    #expect(reading.problems[0].message.hasPrefix("2 unpaired surrogates in an escape"))
  }

  @Test func anObjectOfArraysInUTF16IsSeenByItsBeginning() throws {
    let text = "{\"a\": [\n\((0..<9).map { "{\"x\": \($0)}" }.joined(separator: ",\n"))], \"b\": [1]}"
    let reading = try Reading.json([0xFF, 0xFE] + text.utf8.flatMap { [$0, 0] }, piece: 64)
    #expect(reading.found.map(\.name) == ["a", "b"])
    #expect(reading.records.count == 10)
  }

  @Test func nestingHasABound() throws {
    let deep = String(repeating: "[", count: 100_000)
    let reading = try read("[\(deep)", piece: 1 << 20)
    #expect(reading.problems.count == 1)
    #expect(reading.problems[0].message.contains("512 levels deep"))
  }

  @Test func whatWasWrittenIsRead() throws {
    var random = SeededGenerator(seed: 8259)
    for round in 0..<200 {
      let rows = (0..<Int.random(in: 1...40, using: &random)).map { _ -> [String: String] in
        var row: [String: String] = [:]
        for key in ["a", "b\"", "ç", "\\"] where Int.random(in: 0..<4, using: &random) > 0 {
          row[key] = String(
            (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
              "az\"\\/\n\t🙂é\u{1}{}[],:".randomElement(using: &random)
            })
        }
        return row
      }
      let isLines = Bool.random(using: &random)
      let encoder = JSONEncoder()
      let texts = try rows.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
      let text = isLines ? texts.joined(separator: "\n") : "[" + texts.joined(separator: " ,\n") + "]"
      let reading = try read(text, isLines: isLines, piece: [24, 61, 1 << 18].randomElement(using: &random) ?? 24)
      let read = reading.records.map { record in
        Dictionary(
          uniqueKeysWithValues: zip(reading.found[0].columns, record).compactMap { key, value in value.map { (key, $0) }
          })
      }
      try #require(read == rows, "round \(round): \(text)")
      try #require(reading.problems == [])
    }
  }

  @Test func anyBytesAtAllEndInRecordsAndReports() throws {
    var random = SeededGenerator(seed: 11)
    let words = [
      "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "d83d", "1", "-", "e", ".", "true", "null", "\n", " ", "a",
      "\u{0}", "é",
    ]
    for _ in 0..<3000 {
      var bytes = (0..<Int.random(in: 0...60, using: &random)).flatMap { _ in
        Array((words.randomElement(using: &random) ?? "").utf8)
      }
      if Bool.random(using: &random) { bytes = Array("[{\"a\":1},".utf8) + bytes }
      if Bool.random(using: &random) { bytes.append(UInt8.random(in: 128...255, using: &random)) }
      for isLines in [true, false] {
        let whole = try Reading.json(bytes, isLines: isLines, piece: 512)
        for chunk in [1, 7] { #expect(try Reading.json(bytes, isLines: isLines, piece: 512, chunk: chunk) == whole) }
        #expect(whole.records.allSatisfy { record in whole.found.contains { $0.columns.count >= record.count } })
      }
    }
  }
}
