import SeededNumbers
import Testing
import TextCoding

@testable import TableModel

/// Page tokens of tables in memory.
struct RowTokenTests {
  @Test(
    "A token says what it was made of, to its own table alone",
    arguments: [
      nil, 1, -7, RowKey(Int64.max), RowKey(Int64.min), "x", "", "a_b", "grün",
      RowKey(String(repeating: "long", count: 100)),
      RowKey(encoded: "1,two,~n"), RowKey(encoded: "~o17"),
    ] as [RowKey?])
  func tokensAreReadAsTheyWereMade(id: RowKey?) {
    for (place, table) in [(0, ""), (7, "Notes"), (Int.max, "Größe_\u{1}2+")] {
      let token = RowToken(place: place, id: id), text = token.text(for: table)
      #expect(RowToken(PageToken(text), table: table) == token)
      #expect(RowToken(PageToken(text), table: table + "x") == nil)
      #expect(text.utf8.allSatisfy { TildeEncoding.isPlain($0) })
    }
  }

  /// Links that people kept lead on.
  @Test(
    "They are written as ever",
    arguments: [
      (0, 1, "Notes", "0_n1_b04fd67b"), (49, 50, "Events\u{1}2+\u{1}\u{1}\u{1}", "49_n50_ba1ae119"),
      (3, nil, "", "3_e_3a75fdd7"),
      (12, "x", "Notes", "12_k78_93d3e2ad"),
    ] as [(Int, RowKey?, String, String)])
  func theyAreWrittenAsEver(place: Int, id: RowKey?, table: String, text: String) {
    #expect(RowToken(place: place, id: id).text(for: table) == text)
  }

  @Test(
    "Another spelling of the same is refused",
    arguments: [
      "007_n1", "+7_n1", "7_n+1", "7_n01", "-0_n1", "-1_n1", "7_k7", "7_k6a", "7_hAB", "7_h0ab", "7_h+ab", "7_e1", "7_",
      "7", "_n1", "7_n1_", "7__n1",
      "7_kC3", "7_n9223372036854775808", "9223372036854775808_n1",
    ])
  func otherSpellingsAreRefused(text: String) {
    #expect(RowToken(PageToken(sealed(text)), table: "Notes") == nil)
  }

  /// With the right check word, which anybody can make.
  private func sealed(_ text: String) -> String {
    var hash: UInt32 = 0x811C_9DC5
    for byte in Array("Notes".utf8) + [0xFF] + Array(text.utf8) { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    return "\(text)_\(String(hash, radix: 16))"
  }

  @Test("The check word is right", arguments: ["7_n1", "0_e", "12_k78", "7_hab"])
  func checkWordsAreRight(text: String) throws {
    let token = try #require(RowToken(PageToken(sealed(text)), table: "Notes"))
    #expect(token.text(for: "Notes") == sealed(text))
  }

  @Test("Whatever stands in an address is answered", arguments: Thoroughness.some(Array(1...50), quickly: 10))
  func anythingIsAnswered(seed: Int) {
    var numbers = SeededGenerator(seed: seed)
    let letters = Array("0179nkhe_abf-+ ü~")
    for _ in 0..<2_000 {
      let text = String(
        (0..<Int.random(in: 0...12, using: &numbers)).compactMap { _ in letters.randomElement(using: &numbers) })
      for spelled in [text, sealed(text)] {
        guard let token = RowToken(PageToken(spelled), table: "Notes") else { continue }
        #expect(token.text(for: "Notes").utf8.elementsEqual(spelled.utf8))
      }
    }
  }
}
