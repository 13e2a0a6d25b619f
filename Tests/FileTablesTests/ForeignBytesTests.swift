import Foundation
import Testing

@testable import FileTables

/// Files with bytes that are not UTF-8.
@Suite struct ForeignBytesTests {
  private let café: [UInt8] = [0x63, 0x61, 0x66, 0xE9]

  @Test func anEarlyForeignByteLeavesAllOtherCharactersAlone() throws {
    let text = (0..<2000).map { "Zoë \($0),Łódź 🙂\n" }.joined()
    let reading = try Reading.csv(Array("name,city\n".utf8) + café + Array(",x\n\(text)".utf8))
    #expect(reading.records[0] == ["café", "x"])
    #expect(reading.records.dropFirst().enumerated().allSatisfy { $1 == ["Zoë \($0)", "Łódź 🙂"] })
    #expect(reading.problems.map(\.line) == [2])
    #expect(reading.problems[0].message == "The byte E9 isn't UTF-8; it was read as Windows-1252 “é”.")
    #expect(reading.problems[0].text == "café,x")
  }

  @Test func aForeignByteBesideCharactersOfUTF8IsReadAlone() throws {
    let reading = try Reading.csv(Array("a,b\nŁódź ".utf8) + café + Array(" “x” ".utf8) + [0x80, 0xC3, 0x0A])
    #expect(reading.records == [["Łódź café “x” €Ã", nil]])
    #expect(reading.problems.map(\.line) == [2, 2])
    #expect(reading.problems[0].message.hasPrefix("3 bytes aren't UTF-8"))
  }

  @Test(arguments: [1, 3000])
  func aFileWithoutCharactersOfUTF8IsWindows1252AndSaysSoOnce(count: Int) throws {
    let bytes = Array("a,b\n1,2\n".utf8) + (0..<count).flatMap { _ in café + [0x2C, 0x93, 0x78, 0x94, 0x0A] }
    let reading = try Reading.csv(bytes, piece: 64)
    #expect(reading.records.dropFirst().allSatisfy { $0 == ["café", "“x”"] })
    #expect(reading.problems.map(\.line) == [3])
    #expect(reading.problems[0].message.hasPrefix("The file isn't UTF-8 and was read as Windows-1252; "))
    #expect(reading.problems[0].message.contains(count == 1 ? "1 line has" : "3000 lines have"))
  }

  @Test func aLateCharacterOfUTF8TellsOfAllForeignBytesBeforeIt() throws {
    var bytes = Array("a,b\n".utf8)
    for _ in 0..<30 { bytes += café + [0x2C, 0x78, 0x0A] }
    let reading = try Reading.csv(
      bytes + Array(String(repeating: "1,2\n", count: 1000).utf8) + Array("Łódź,3\n".utf8), piece: 64)
    #expect(reading.records.last == ["Łódź", "3"])
    #expect(reading.problems.map(\.line) == Array(2...31) + [1032])
  }

  @Test func charactersThatLookLikeUTF8InAFileOfWindows1252AreTold() throws {
    // «CAFÉ»: its last two bytes are a character of UTF-8.
    let quoted: [UInt8] = [0xAB, 0x43, 0x41, 0x46, 0xC9, 0xBB]
    let reading = try Reading.csv(Array("a,b\n".utf8) + café + Array(",x\n".utf8) + quoted + Array(",y\n".utf8))
    #expect(reading.records == [["café", "x"], ["«CAF\u{27B}", "y"]])
    #expect(reading.problems.map(\.line) == [2, 3, 3])
    #expect(reading.problems[2].message.contains("may be Windows-1252, of which 1 character"))
  }

  @Test func moreLinesThanAreHeldBackAreCounted() throws {
    var bytes = Array("a,b\n".utf8)
    for _ in 0..<10_003 { bytes += [0xE9, 0x2C, 0x78, 0x0A] }
    let reading = try Reading.csv(bytes + Array("Łódź,3\n".utf8))
    #expect(reading.problems.count == 10_002)
    #expect(reading.problems[10_000].message == "3 more lines after this one have bytes that aren't UTF-8.")
  }

  @Test func namesOfColumnsAreReadAsTheLinesBelowAre() throws {
    let reading = try Reading.csv(café + Array(",Łódź\nŁ,x\n".utf8))
    #expect(reading.found[0].columns == ["café", "Łódź"])
    #expect(reading.problems.map(\.line) == [1])
  }

  @Test func jsonIsReadByTheSameRule() throws {
    let damaged = try Reading.json(Array("[{\"name\": \"Łódź\"},\n{\"name\": \"".utf8) + café + Array("\"}]".utf8))
    #expect(damaged.records == [["Łódź"], ["café"]])
    #expect(damaged.problems.map(\.line) == [2])
    let line = Array("{\"name\": \"".utf8) + café + Array("\"}\n".utf8)
    let old = try Reading.json(line + line + line, isLines: true)
    #expect(old.records == [["café"], ["café"], ["café"]])
    #expect(old.problems.map(\.line) == [1])
    #expect(old.problems[0].message.contains("read as Windows-1252; 3 lines"))
    let table = try Reading.json(Array("{\"".utf8) + café + Array("\": [{\"Ł\": 1}]}".utf8))
    #expect(table.found.map(\.name) == ["café"])
    #expect(table.problems.map(\.line) == [1])
  }

  @Test func halfACharacterOfUTF16IsTold() throws {
    func utf16(_ units: [UInt16]) -> [UInt8] { [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } }
    let start = Array("a,b\r\nx,".utf16)
    for piece in [16, 1 << 18] {
      let reading = try Reading.csv(utf16(start + [0xD83D, 0x000A] + Array("🙂,z\n".utf16) + [0xDE42]), piece: piece)
      #expect(reading.records == [["x", "\u{FFFD}"], ["🙂", "z"], ["\u{FFFD}", nil]])
      #expect(reading.problems.map(\.line) == [4, 2])
      #expect(reading.problems.last?.message.hasPrefix("2 unpaired surrogates in UTF-16") == true)
    }
    #expect(try Reading.csv(utf16(Array("a,b\n🙂,\u{FFFD}\n".utf16))).problems == [])
  }

  @Test func everySequenceOfBytesIsRepairedAsItsStandardHasIt() {
    // Swift's own validation is the measure: valid bytes stay, others become valid, one character for each byte that is none.
    let leads: [UInt8] = [
      0x41, 0x80, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF,
    ]
    let seconds: [UInt8] = [0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0]
    for first in leads {
      for second in seconds {
        for third in [0x41, 0x80, 0xBF] as [UInt8] {
          for fourth in [0x41, 0x80] as [UInt8] {
            let bytes = [first, second, third, fourth]
            let repaired = TextEncoding.repaired(bytes[...])
            let isValid = String(validating: bytes, as: UTF8.self) != nil
            #expect(isValid == repaired.foreignBytes.isEmpty, "\(bytes)")
            if isValid { #expect(repaired.text == bytes) }
            #expect(String(validating: repaired.text, as: UTF8.self) != nil, "\(bytes)")
          }
        }
      }
    }
  }
}
