import Foundation
import SeededNumbers
import TableModel
import Testing

@Suite struct RowKeyTests {
  private func schema(_ forms: [RowKey.Form]) -> RecordSchema {
    let names = ["a", "b", "c"].prefix(forms.count)
    return RecordSchema(
      table: "t", columns: names.map { .init($0) }, keyFields: Array(forms.indices), keyForms: forms)
  }

  @Test(
    arguments: [
      ([7], "7"), ([-7], "-7"), (["Oslo"], "Oslo"), (["a,b", "c"], "a~2Cb,c"), (["a", "b,c"], "a,b~2Cc"), ([""], "~t"),
      (["", ""], "~t,~t"), (["42"], "~t42"), (["007"], "007"), (["-0"], "-0"),
      (["9223372036854775808"], "9223372036854775808"),
      ([.blob([])], "~x"), ([.blob([0x61, 0x62])], "~x6162"), (["ab"], "ab"), ([.real(1.5)], "~r1~2E5"),
      ([.real(-.infinity)], "~r-inf"), ([.text([0xFF, 0])], "~FF~00"), (["~n"], "~7En"), (["a/b.json"], "a~2Fb~2Ejson"),
      (["-"], "-"), (["."], "~2E"), ([1, .real(2), "3", .blob([4])], "1,~r2~2E0,~t3,~x04"),
    ] as [(RowKey, String)])
  func keysAreWrittenAsAddressesHoldThem(_ key: RowKey, _ text: String) throws {
    let schema = RecordSchema(
      table: "t", columns: key.parts.map { _ in .init("c") }, keyFields: Array(key.parts.indices))
    #expect(schema.encoded(key) == text)
    #expect(try schema.key(encoded: text) == key)
  }

  @Test func aColumnOfTextsNeedsNoMarksForThem() throws {
    let schema = schema([.text])
    #expect(schema.encoded("42") == "42" && schema.encoded("") == "~t" && schema.encoded(42) == "~i42")
    #expect(try schema.key(encoded: "42") == "42" && schema.key(encoded: "~t42") == "42")
    #expect(try schema.key(encoded: "~i42") == 42 && schema.key(encoded: "") == "")
    #expect(try schema.key(encoded: "~x3432") == [.blob([0x34, 0x32])])
  }

  @Test func whatPeopleWriteByHandIsRead() throws {
    let schema = schema([.any])
    #expect(try schema.key(encoded: "a.b") == "a.b" && schema.key(encoded: "é") == "é")
    #expect(try schema.key(encoded: "~2f") == "/" && schema.key(encoded: "~xfF") == [.blob([0xFF])])
    #expect(try schema.key(encoded: "~r1.5") == [.real(1.5)] && schema.key(encoded: "~37") == "7")
  }

  @Test(arguments: [
    "~", "~2", "~zz", "~x6", "~xg0", "~r", "~rnan", "~r0x1p3", "~rabc", "~n1", "~i", "~i07", "~o", "~o-0", "~o1,2",
    "~a",
  ])
  func whatIsNoKeyIsRefused(_ text: String) {
    #expect {
      try schema([.any]).key(encoded: text)
    } throws: { error in
      guard case TableError.badRequest(let message) = error else { return false }
      return message.contains("“\(text)” isn't a key")
    }
  }

  @Test(arguments: ["0", "7", "-7", "10", "\(Int64.max)", "\(Int64.min)"])
  func digitsAreAnInteger(_ text: String) { #expect(RowKey.number(text.utf8) == Int64(text)) }

  /// Each would be another text when it is written again.
  @Test(arguments: [
    "", "-", "-0", "+7", "007", "-07", "00", "--1", "-+1", "+-1", "1_0", "1.0", "1e3", " 1", "1 ", "٣", "0x1",
    "9223372036854775808", "-9223372036854775809", "00000000000000000000001",
  ])
  func whatIsWrittenOtherwiseIsNone(_ text: String) { #expect(RowKey.number(text.utf8) == nil) }

  @Test func aKeyHasAsManyPartsAsThatOfItsTable() {
    #expect(throws: TableError.badRequest("A key of “t” has 2 parts, a and b, and “1” has 1")) {
      try schema([.any, .any]).key(encoded: "1")
    }
    #expect(throws: TableError.badRequest("A key of “t” has one part, a, and “1,2” has 2")) {
      try schema([.any]).key(encoded: "1,2")
    }
    #expect(throws: TableError.notFound("Record not found")) { try schema([]).key(encoded: "1") }
  }

  @Test func nullNamesNoRow() throws {
    for text in ["~n", "~n,1", "1,~n"] {
      #expect {
        try schema([.any, .any]).key(encoded: text)
      } throws: { error in if case TableError.notFound = error { true } else { false } }
    }
    #expect(RowKey(naming: [1, .null], rowID: 17) == .rowID(17))
    #expect(RowKey(naming: [1, .null], rowID: nil) == nil)
    #expect(try schema([.any, .any]).key(encoded: "~o17") == .rowID(17))
    #expect(schema([.text]).encoded(.rowID(-17)) == "~o-17")
  }

  @Test func aKeyThatIsTooLongForAnAddressIsNoName() {
    let most = [UInt8](repeating: 0xFF, count: RowKey.byteLimit)
    #expect(RowKey(naming: [.text(most)], rowID: 17) == [.text(most)])
    #expect(RowKey(naming: [.text(most), .blob([1])], rowID: 17) == .rowID(17))
    #expect(RowKey(naming: [.blob(most + [1])], rowID: nil) == nil)
  }

  @Test func textsOfOtherBytesAreOtherKeys() {
    // The same letter, composed in two ways.
    #expect(RowKey("\u{E9}") != RowKey("e\u{301}"))
    #expect(RowKey("ab") != [.blob([0x61, 0x62])] && RowKey("42") != 42 && RowKey([.real(1)]) != 1)
    #expect(RowKey([7]) == 7)
  }

  @Test(arguments: 0..<8)
  func everyKeyIsReadBackWithoutASchemaToo(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    var known: [String: RowKey] = [:]
    for _ in 0..<4_000 {
      let parts = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        Int.random(in: 0...7, using: &random) == 0 ? RowKey.Part.null : random.keyPart()
      }
      let key = Int.random(in: 0...9, using: &random) == 0 ? .rowID(.random(in: -9...9, using: &random)) : RowKey(parts)
      let text = key.encoded
      #expect(RowKey(encoded: text) == key, "\(text)")
      #expect(known.updateValue(key, forKey: text) ?? key == key, "\(text)")
      // JSON holds an integer as the number, and reads the same text of it.
      let json = String(decoding: try JSONEncoder().encode([key]), as: UTF8.self)
      #expect(json == (key.parts.count == 1 && key.integer != nil ? "[\(text)]" : "[\"\(text)\"]"))
    }
  }

  @Test func keysAreWrittenInCodeAsWhatTheyAre() {
    let place = 3
    let keys: [RowKey] = [3, "anna", "level-\(place)", ["a", 1], RowKey(place), RowKey("42")]
    #expect(keys.map(\.encoded) == ["3", "anna", "level-3", "a,1", "3", "~t42"])
    #expect(RowKey(encoded: "~zz") == nil && RowKey(encoded: "a b") == "a b" && RowKey(encoded: "7") == 7)
    #expect(RowKey.unique() != .unique())
  }

  @Test(arguments: 0..<8)
  func everyKeyIsReadBackAndNoTwoAreWrittenAlike(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let forms = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        Bool.random(using: &random) ? RowKey.Form.text : .any
      }
      let schema = schema(forms)
      var known: [String: RowKey] = [:]
      for _ in 0..<20 {
        let key = RowKey(forms.map { _ in random.keyPart() })
        let text = schema.encoded(key)
        #expect(text.utf8.allSatisfy { "0123456789,~+-_".utf8.contains($0) || ($0 | 0x20) &- 0x61 < 26 })
        #expect(try schema.key(encoded: text) == key, "\(text)")
        #expect(known.updateValue(key, forKey: text) ?? key == key, "\(text)")
      }
    }
  }
}

extension SeededGenerator {
  /// A value that isn't null, of any type: often one that looks like another.
  fileprivate mutating func keyPart() -> RowKey.Part {
    let letters = Array("01-~nxrtio,.+a ".utf8) + [0x00, 0xFF, 0xC3]
    let bytes = (0..<Int.random(in: 0...4, using: &self)).map { _ in letters.randomElement(using: &self) ?? 0 }
    switch Int.random(in: 0...3, using: &self) {
    case 0: return .text(bytes)
    case 1: return .blob(bytes)
    case 2: return .integer(Int64.random(in: -12...12, using: &self))
    default: return .real(Double(Int.random(in: -3...3, using: &self)) / 2)
    }
  }
}
